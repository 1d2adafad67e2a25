// What this target's interface is made of; its own files need not import it again.
@_exported import TrolleyStorage
@_exported import TrolleySystem
@_exported import TrolleyWire

// What this target's interface is made of; its own files need not import it again.
@_exported import TrolleyMachine
@_exported import TrolleyStorage

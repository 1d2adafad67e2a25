// What every file of the program works with.
@_exported import ArgumentParser
@_exported import TrolleyCore
@_exported import TrolleyMachine

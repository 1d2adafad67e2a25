// What every file of the program works with.
@_exported import TrolleySync

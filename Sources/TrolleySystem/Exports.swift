// The C library and locks come with the layer that wraps them.
@_exported import Glibc
@_exported import Synchronization

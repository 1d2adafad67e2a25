// The C library comes with the layer that wraps it.
@_exported import Glibc

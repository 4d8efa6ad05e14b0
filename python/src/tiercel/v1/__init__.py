"""The messages of the coordinator's contract. Not part of the package's interface: use :class:`tiercel.Client`."""

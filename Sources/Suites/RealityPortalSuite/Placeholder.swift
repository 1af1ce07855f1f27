// Comes with the service.

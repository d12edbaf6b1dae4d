// Placeholder until this module has its first type.

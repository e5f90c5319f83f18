// Placeholder of a folder that is about to be filled.

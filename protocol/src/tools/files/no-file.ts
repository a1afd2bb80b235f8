/** In place of a file's SHA-256 (`expected_sha256`, an approval's `seen`): there is no such file. */
export const NO_FILE = '0'.repeat(64)

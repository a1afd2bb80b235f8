/** Stands for an absent file where a SHA-256 is expected (`expected_sha256`, an approval's `seen`). */
export const NO_FILE = '0'.repeat(64)

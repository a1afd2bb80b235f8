/** Files that usually hold secrets: what is read goes to a model provider, so a person is asked before. Pure. */
import { foldedName, segmentsOf } from './path-segments.ts'

/** Environments, keys, key stores, and the credentials of git, npm, Unity's registries, clouds and shells. */
const SECRET_NAME =
	/^(\.env(\..+)?|.+\.env|\.envrc|\.netrc|_netrc|\.npmrc|\.yarnrc(\.yml)?|\.pypirc|\.git-credentials|\.upmconfig\.toml|\.htpasswd|\.pgpass|id_(rsa|dsa|ecdsa|ed25519)|credentials(\.(json|ya?ml|toml|ini|csv))?|secrets?(\.(json|ya?ml|toml|ini))?|(.*[-_.])?(service[-_]?account|client[-_]?secret)([-_.].*)?\.json|.+\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|mobileprovision))$/
/** Examples of the above, which are meant to be read. */
const EXAMPLE = /\.(example|sample|template|dist|defaults?)$/
const SECRET_FOLDERS: ReadonlySet<string> = new Set([
	'.ssh',
	'.aws',
	'.azure',
	'.docker',
	'.gnupg',
	'.kube',
	'gcloud',
])

/**
 * Whether a file is likely to hold keys, passwords or tokens, by its name and folders alone. Case and spelling do not
 * count.
 * @param path relative to the project, either slash
 */
export function holdsSecrets(path: string): boolean {
	const segments = segmentsOf(path).map(foldedName)
	// Also the folder itself: it can be copied as a whole.
	if (segments.some((segment) => SECRET_FOLDERS.has(segment))) return true
	const name = segments.at(-1) ?? ''
	return SECRET_NAME.test(name) && !EXAMPLE.test(name)
}

/** For a tool's `worse`: a call that names such files is approved for exactly these. */
export function askForSecrets(
	...paths: readonly string[]
): { readonly risk: 'execute'; readonly subject: string } | null {
	const secret = paths.filter(holdsSecrets)
	return secret.length === 0 ? null : { risk: 'execute', subject: secret.join(', ') }
}

/** Whether secrets are hidden in what is read of a file: programs write them into logs. By its ending. */
export const isLog = (path: string): boolean => /\.log$/i.test(path)

/** For the `worse` of a copy or a move: under another ending, nothing would be hidden in a log any more. */
export const askForLog = (
	from: string,
	to: string,
): { readonly risk: 'execute'; readonly subject: string } | null =>
	isLog(from) && !isLog(to) ? { risk: 'execute', subject: from } : null

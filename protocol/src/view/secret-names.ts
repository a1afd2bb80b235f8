/** Names that say that a secret follows: of variables, options, members, columns. Pure. */

/** A longer text is not a name. */
const MAX_NAME_CHARS = 200

/** Passwords of files, programs and people that end in "pass". A render pass and a shader's are none. */
export const PASSES =
	'(?:store|key|alias|ks|cert|pfx|user|login|root|admin|sudo|db|database|sql|smtp|imap|mail|ftp|ssh|http|proxy|auth|wifi|vpn|ldap|redis|mongo)pass'
/** Words in a name of any spelling, without its separators. */
const SECRET_NAME =
	/passw|passphrase|passcode|secret|credential|apikey|accesskey|privatekey|signingkey|encryptionkey|accountkey|masterkey|sharedkey|licensekey|deploykey|sessionid|hubsession|licensingipc|authorization|cookie|token(?!s|i[sz]|type|count|url|endpoint)/i
const NAMED_PASS = new RegExp(`${PASSES}$`, 'i')
/** Words that count only if they stand alone. */
const SECRET_WORD = /[_.-]pass$|(?:^|[_.-])(?:pwd|pw|pswd|auth|pat|serial|sas|dsn|sid)$/i
/** The spelling of environment variables. */
const SECRET_VARIABLE = /^[A-Z][A-Z0-9_]*_KEY$/
/** Variables of a shell. */
const SHELL_FOLDER = /^(?:OLD)?PWD$/
/** Names in the logs of .NET, and files that a compiler names: what follows them helps. */
const HARMLESS_NAME =
	/publickeytoken$|cancellationtoken$|\.(?:cs|[jt]sx?|unity|prefab|asset|mat|meta|asmdef|json|ya?ml|xml|txt|md|log|dll|shader)$/i
/** Names that are two words: "API key", "Session ID". */
const LAST_WORD = /^(?:key|code|id)$/i
const FIRST_WORD = /(?<![\w.-])[a-z]{3,20}[ ]$/i

export function isSecretName(written: string): boolean {
	const name = written.slice(-MAX_NAME_CHARS)
	if (SHELL_FOLDER.test(name) || HARMLESS_NAME.test(name)) return false
	return (
		SECRET_NAME.test(name.replace(/[_.-]/g, '')) ||
		NAMED_PASS.test(name.replace(/[_.-]/g, '')) ||
		SECRET_WORD.test(name) ||
		SECRET_VARIABLE.test(name)
	)
}

/** Whether the name that stands there says so, with the word before it. */
export function isSecretNameAt(text: string, at: number, name: string): boolean {
	if (!LAST_WORD.test(name)) return isSecretName(name)
	const first = FIRST_WORD.exec(text.slice(Math.max(0, at - 22), at))?.[0].trim() ?? ''
	return isSecretName(first + name)
}

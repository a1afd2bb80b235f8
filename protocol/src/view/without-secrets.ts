/**
 * Hides what looks like a secret in text that nobody wrote for a reader: logs, outputs of commands, messages of other
 * programs. Every expression reads a sign a few times at most, however long the text is. Pure.
 */

import { isBase64, withoutPrivateKeys } from './private-keys.ts'
import { isSecretName, isSecretNameAt, PASSES } from './secret-names.ts'
import { withoutSecretCells } from './secret-tables.ts'

export const HIDDEN = '(hidden)'

/** Signs that nobody sees between a name and its value: colours of a terminal, as loggers write them, and those without a width. */
const UNSEEN = '\\x1b\\[[\\d;]{0,20}m|[\\u200b-\\u200d\\u2060\\ufeff]'
/**
 * A name and the sign that gives it a value: `name=`, `"name": `, `'name' => `, `name := `, `**name:** `, and in JSON
 * within JSON `\"name\":`, as deep as it may be, or in HTML `&quot;name&quot;:`.
 */
const ASSIGNMENT = new RegExp(
	`(?<![\\w.-])([\\w.-]+)((?:${UNSEEN}|&quot;|[\\\\"'\\]*\`]){0,20}[ \\t]{0,8}(?:=>|:=|\\+=|%3[dD]|[=:：])\\*{0,2}(?:${UNSEEN}|[ \\t]){0,8})`,
	'g',
)
/** The value of a header is the rest of its line. */
const HEADER = /authorization|cookie/i
/** So is that of these, if nothing stands before the name: a passphrase has spaces. */
const PHRASE = /pass(?!es|ed|ing)/i
const VALUE =
	/"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'|&quot;(?:(?!&quot;)[^\r\n])*|\[[ \t]{0,8}["'][^\]\r\n]*|[^\s"'&,;)]+/y
const LINE = /[^\r\n]+/y
/** A value in JSON within JSON, up to the sign that ends it. */
const ESCAPED = /(\\{1,15})(["'])(?:(?!(?<!\\)\1\2)[^\r\n])*/y
/** A user's name and password in an address, up to the sign behind them. */
const USER_INFO = /[^\s/?#"<>]*@/y
/** A line in quotes, name and all: `-H 'Cookie: a=b; c=d'`. */
const QUOTED_LINE =
	/"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'|\[[ \t]{0,8}["'][^\]\r\n]*|[^"'\r\n]+/y
/** Values that tell no secret. */
const HARMLESS_VALUE =
	/^={1,2}$|^["']?(?:true|false|null|none|undefined|string|number|boolean|yes|no|\d{1,3}|[[{(]+|\$\{?\w+\}?|<[\w -]*>|\*+|[|>][-+\d]{0,2})["']?$/i

/** Values of a pass of a test, a shader or a loop: a number, an outcome, a call. */
const HARMLESS_PASS =
	/^["']?(?:\d{1,5}(?:\.\d{1,5})?(?:%|\/\d{1,5})?|ok|okay|fail|failed|failure|passed|pass|skip|skipped|success|all|none|new|await|0x[\da-f]+|[\w.]{1,80}[([].*)["']?(?:[\s,;)\]}]|$)/i

/**
 * Whether `pass` is a password. `pass: 12` is not, nor are `Compiling pass: FORWARD`, `PASS: a.test` and
 * `Subshader: 0, Pass: FORWARD`.
 * @param at where the name stands
 */
function isPassword(text: string, at: number, name: string, sign: string): boolean {
	if (!/^pass$/i.test(name)) return false
	// `pass` names a password if it stands in quotes, or as an argument or a variable.
	if (/^["']/.test(sign) || sign.startsWith('=')) return true
	const isAlone = /(?:^|[\r\n{([,;&?|])[ \t-]{0,40}$/.test(text.slice(Math.max(0, at - 50), at))
	return isAlone && (name === 'pass' || sign.includes('='))
}

function withoutValues(text: string): string {
	let shown = ''
	let from = 0
	ASSIGNMENT.lastIndex = 0
	for (let found = ASSIGNMENT.exec(text); found; found = ASSIGNMENT.exec(text)) {
		const name = found[1] ?? ''
		const begin = ASSIGNMENT.lastIndex
		const isPass = isPassword(text, found.index, name, found[2] ?? '')
		if (!isPass && !isSecretNameAt(text, found.index, name)) continue
		// A token in place of a user; it is hidden with the rest of the address.
		USER_INFO.lastIndex = begin
		if (text.startsWith('://', found.index - 3) && USER_INFO.test(text)) continue
		const isLine = HEADER.test(name) || (PHRASE.test(name) && isFirst(text, found.index))
		const value = !isLine ? VALUE : /["']/.test(text[found.index - 1] ?? '') ? QUOTED_LINE : LINE
		value.lastIndex = begin
		ESCAPED.lastIndex = begin
		const escaped = ESCAPED.exec(text)
		const whole = (escaped ?? value.exec(text))?.[0] ?? ''
		const quote = /^\\*["']/.exec(whole)?.[0] ?? ''
		const given = escaped ? whole.slice(quote.length) : whole
		if (given === '' || HARMLESS_VALUE.test(given)) continue
		if (isPass && HARMLESS_PASS.test(given)) continue
		shown += `${text.slice(from, begin)}${quote}${HIDDEN}${escaped ? '' : quote}`
		from = begin + whole.length
		ASSIGNMENT.lastIndex = from
	}
	return shown + text.slice(from)
}

const isFirst = (text: string, at: number): boolean =>
	/(?:^|[\r\n])[ \t-]{0,40}["']?(?:export |set )?$/.test(text.slice(Math.max(0, at - 50), at))

/** A JWT begins with encoded JSON, and has dots. `words`: words that dots join. */
function withoutJwt(words: string): string {
	const at = words.search(/\beyJ[\w-]{6}/)
	return at === -1 || !words.includes('.', at) ? words : `${words.slice(0, at)}${HIDDEN}`
}

const withoutUnsigned = (text: string): string =>
	UNSIGNED.reduce((shown, before) => shown.replace(before, `$1${HIDDEN}`), text)

/** Keys that their maker marks by a prefix, by what may follow it. */
const PREFIXED = [
	/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
	/\bAIza[\w-]{30,}/g,
	/\b(?:sk|rk|gh[a-z]|github_pat|gl[a-z]{2,4}t|xox[a-z]|xapp|fl[a-z]|whsec|dckr_pat|shp[a-z]{2}|do[a-z]_v1|lin_api|figd|ntn|sbp|tskey)[-_][\w-]{16,}/g,
	/\b(?:npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{20,}|pypi-[\w-]{30,}|key-[0-9a-f]{32}|ya29\.[\w-]{16,})/g,
	/\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
	/\b[MN][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
	/\b\d{8,10}:[\w-]{35}\b/g,
	/\b(?:SK|AC)[0-9a-f]{32}\b/g,
	/\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
	/\b[A-Z]{1,2}[0-9]?-(?:[A-Z0-9]{4}-){4,5}[A-Z0-9]{4}\b/g,
]

/** A commit, or another object of Git, by its SHA-1 or SHA-256; a digest looks the same. So do some secrets. */
const OBJECT_NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** Characters read before a word, on its line, to tell what the word is. */
const MAX_BEFORE_CHARS = 300
const NAMES_OBJECT = /\b(?:commit|tree|parent|object|blob|sha-?1|sha-?256|digest)[\s:=@"']{1,3}$/i
/** The arguments of a command of Git so far, up to the end of the text. `config` stores secrets. */
const OF_GIT = /(?:^|[\s;&|(])git(?=\s)(?!\s[^;&|]*\b(?:config|credential))([^;&|]*)$/

/** Whether it stands where Git's names do, and no name of a secret stands before it. */
function isObjectName(word: string, at: number, text: string): boolean {
	if (!OBJECT_NAME.test(word)) return false
	const before = text.slice(Math.max(0, at - MAX_BEFORE_CHARS), at)
	const line = before.slice(before.lastIndexOf('\n') + 1)
	const given = NAMES_OBJECT.test(line) ? '' : OF_GIT.exec(line)?.[1]
	return given !== undefined && !given.split(/[\s"'=:]+/).some(isSecretName)
}

const PASSWORD = `(?:\\w{0,60}passw(?:or)?d|\\w{0,60}passphrase|pwd|\\w{0,60}${PASSES})`
const QUOTED = `"(?:[^"\\\\\r\n]|\\\\.)*"|'(?:[^'\\\\\r\n]|\\\\.)*'`
const GIVEN = `(?:${QUOTED}|[^\\s"']\\S*)`
/** Names in lists of names and values, whatever stands around them. */
const LISTED_NAME = `[^"'\\r\\n]{0,60}(?:passw|passphrase|secret|credential|api[_-]?key|access[_-]?key|private[_-]?key|token)[^"'\\r\\n]{0,60}`

/** One word. */
const NAMED = `(?=\\w{0,60}(?:passw|passphrase|secret|credential|api_?key|access_?key|private_?key|token))\\w{1,120}`

/** Passwords that no sign gives to a name: each by what stands before it. */
const UNSIGNED = [
	// Gradle: `storePassword 'X'`; Java and C#: `setPassword("X")`; SQL: `WITH PASSWORD 'X'`.
	new RegExp(`(\\b${PASSWORD}(?:[ \\t]{1,8}|\\([ \\t]{0,8}))(?:${QUOTED})`, 'gi'),
	new RegExp(
		`(\\b(?:set|with|use)_?(?:\\w{0,40}?)(?:token|secret|api_?key)\\([ \\t]{0,8})(?:${QUOTED})`,
		'gi',
	),
	// `<add key="Password" value="X"/>`, `{"name": "DB_PASSWORD", "value": "X"}`, and `<password value="X"/>`.
	new RegExp(
		`(\\b(?:key|name|id)["']?[ \\t]{0,8}[=:][ \\t]{0,8}["']${LISTED_NAME}["'][^\\r\\n"'<>{}]{0,40}["']?value["']?[ \\t]{0,8}[=:][ \\t]{0,8})(?:${QUOTED})`,
		'gi',
	),
	new RegExp(
		`(<[\\w:.-]{0,60}(?:password|secret|token|apikey)[ \\t]{1,8}value[ \\t]{0,8}=[ \\t]{0,8})(?:${QUOTED})`,
		'gi',
	),
	// YAML over several lines: `- name: DB_PASSWORD` with its `value: X` below, and `password: |`.
	new RegExp(
		`((?:^|\\n)[ \\t-]{0,40}(?:name|key):[ \\t]{1,8}["']?${LISTED_NAME}["']?[ \\t]{0,8}\\r?\\n[ \\t]{0,40}value:[ \\t]{1,8})${GIVEN}`,
		'gi',
	),
	new RegExp(
		`((?:^|\\n)[ \\t-]{0,40}["']?${LISTED_NAME}["']?:[ \\t]{1,8}[|>][-+\\d]{0,2}[ \\t]{0,8}\\r?\\n)[ \\t]{1,40}\\S[^\\r\\n]*(?:\\r?\\n[ \\t]{1,40}\\S[^\\r\\n]*)*`,
		'gi',
	),
	// The same where a formatter broke the line: `"password":` and `const token =`, with the value below.
	new RegExp(
		`((?:^|\\n)[ \\t-]{0,40}(?:(?:const|let|var|export)[ \\t]{1,8})?["']?${NAMED}["']?[ \\t]{0,8}[:=][ \\t]{0,8}\\r?\\n[ \\t]{1,80})(?:${QUOTED})`,
		'gi',
	),
	new RegExp(
		`((?:^|\\n)[ \\t-]{0,40}["']?${NAMED}["']?:[ \\t]{0,8}\\r?\\n[ \\t]{1,80})(?!-[ \\t])[^\\s"':,(){}[\\]]{1,200}(?=[ \\t]{0,8}(?:\\r?\\n|$))`,
		'gi',
	),
	// Dockerfiles and shells: `ENV DB_PASSWORD X`, `setx TOKEN X`, `setenv TOKEN X`, `set -x TOKEN X`.
	new RegExp(
		`((?:^|[\\n;&|])[ \\t]{0,40}(?:ENV|setx|setenv|set[ \\t]{1,8}-\\w{0,4}x\\w{0,4})[ \\t]{1,8}${NAMED}[ \\t]{1,8})${GIVEN}`,
		'gi',
	),
	// Sentences, if it looks like one: "the password is X9z-4".
	/(\b(?:password|passphrase|api key|access key|secret key|secret|token) is:?[ \t]{1,8}["'`]?)(?=\S{0,100}\d)\S{5,}/gi,
	// SQL. In small letters, it may be English.
	new RegExp(`(\\bIDENTIFIED\\s{1,8}BY\\s{1,8})${GIVEN}`, 'g'),
	new RegExp(
		`(\\bidentified\\s{1,8}(?:with\\s{1,8}\\S{1,60}\\s{1,8})?(?:by|as)\\s{1,8}(?:password\\s{1,8})?)(?:${QUOTED})`,
		'gi',
	),
	// Programs whose short option takes a password.
	new RegExp(
		`(\\b(?:mysql\\w{0,20}|mariadb[\\w-]{0,20}|7z[ar]?)[ \\t][^\\r\\n|;&]{0,300}?(?<=[ \\t])-p)${GIVEN}`,
		'g',
	),
	new RegExp(`(\\bsshpass[ \\t]{1,8}-p[ \\t]{0,8})${GIVEN}`, 'g'),
	new RegExp(
		`(\\b(?:docker|podman|helm|oras|az)[ \\t][^\\r\\n|;&]{0,60}?\\blogin\\b[^\\r\\n|;&]{0,300}?[ \\t]-p[ \\t]{1,8})${GIVEN}`,
		'g',
	),
	new RegExp(`(\\b(?:sqlcmd|bcp)[ \\t][^\\r\\n|;&]{0,300}?[ \\t]-P[ \\t]{0,8})${GIVEN}`, 'g'),
	new RegExp(`(\\bredis-cli[ \\t][^\\r\\n|;&]{0,300}?(?<=[ \\t])-a[ \\t]{1,8})${GIVEN}`, 'g'),
]
/** Options that take one in the next word. `env:` and `file:` say where it is. */
const OPTION = new RegExp(
	`((?:^|[\\s"'])-{1,2}(?:[\\w-]*(?:token|secret|password|passwd|passphrase|hubSessionId|licensingIpc|serial|username|api-?key|${PASSES})|(?:[\\w-]*-)?(?:pass|pwd|pw)|passin|passout)["']?\\s+["']?)(?!(?:env|file|fd):)(?![-"'\\s])[^\\s"']+`,
	'gi',
)

/** Nothing is hidden in a text without these: each rule above needs one. Prose is read once. */
const MAY_HOLD =
	/[=:|│┃\t<@]|(?:^|\s)-{1,2}[a-z]|\S{16}|bearer|basic|pass|pwd|key|secret|token|credential|identified|login/i

/** The text with `(hidden)` in place of what looks like a secret. */
export function withoutSecrets(text: string): string {
	if (!MAY_HOLD.test(text)) return text
	const plain = withoutUnsigned(
		withoutValues(withoutSecretCells(withoutPrivateKeys(text, HIDDEN), HIDDEN)),
	)
		.replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`)
		.replace(/(:\/\/)[^\s/?#"<>]+@/g, `$1${HIDDEN}@`)
		.replace(/(\/\/hooks\.slack\.com\/)[^\s"'<>]+/gi, `$1${HIDDEN}`)
		.replace(/(discord(?:app)?\.com\/api\/webhooks\/)[^\s"'<>]+/gi, `$1${HIDDEN}`)
		.replace(/[\w.-]+/g, withoutJwt)
		.replace(OPTION, `$1${HIDDEN}`)
		.replace(/((?:^|\s)(?:-u|--user)\s+)[^\s:]+:\S+/g, `$1${HIDDEN}`)
		.replace(/(\blogin\s+\S{1,200}\s+password\s+)\S+/gi, `$1${HIDDEN}`)
		.replace(/(<[\w:.-]{0,60}(?:password|secret|token|apikey)>)[^<\s][^<]*/gi, `$1${HIDDEN}`)
	return PREFIXED.reduce((shown, key) => shown.replace(key, HIDDEN), plain)
		.replace(
			/(?<![\w/.+:-])[A-Za-z0-9+/]{40,}={0,2}(?![\w/.+=-])/g,
			(long, at: number, all: string) =>
				isBase64(long) && !isObjectName(long, at, all) ? HIDDEN : long,
		)
		.replace(/(?<![\w/.-])[A-Za-z0-9_-]{40,}(?![\w/.-])/g, (long, at: number, all: string) =>
			isObjectName(long, at, all) ? long : HIDDEN,
		)
}

/** Takes out of a text what must not leave this machine: secrets, and names that say whose it is. Pure. */
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'

/** Anything shorter would also be found inside ordinary words. */
const MIN_SECRET_CHARS = 6
const MIN_NAME_CHARS = 3

export interface PrivateThings {
	/** Tokens, passwords and the like, as they are stored. */
	readonly secrets: readonly string[]
	/** The relay's home folder. */
	readonly home: string
	readonly userHome: string
	/** Real paths of the linked Unity projects. */
	readonly folders: readonly string[]
	readonly userName: string
	readonly hostName: string
}

/** A text in the forms in which it may be written. */
function formsOf(text: string): string[] {
	const base64 = Buffer.from(text).toString('base64')
	const forms = [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), base64]
	return [...new Set([...forms, base64.replace(/=+$/, ''), text.replaceAll('\\', '/')])]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Upper and lower case count as one: Windows and macOS write one path in several ways. */
const allOf = (text: string): RegExp => new RegExp(formsOf(text).map(escaped).join('|'), 'gi')

/** Only as a whole word. */
const wordOf = (text: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'giu')

export function redactor(things: PrivateThings): (text: string) => string {
	const secrets = things.secrets.filter((secret) => secret.length >= MIN_SECRET_CHARS)
	const paths: [string, string][] = [
		...things.folders.map((folder, i): [string, string] => [folder, `(project ${i + 1})`]),
		[things.home, '(home folder)'],
		[things.userHome, '~'],
	]
	// A path inside another one first.
	paths.sort(([a], [b]) => b.length - a.length)
	const names: [string, string][] = [
		[things.userName, '(user)'],
		[things.hostName, '(computer)'],
	]
	const replacements: [RegExp, string][] = [
		...secrets.map((secret): [RegExp, string] => [allOf(secret), '(hidden)']),
		...paths
			.filter(([path]) => path.length >= MIN_NAME_CHARS)
			.map(([path, shown]): [RegExp, string] => [allOf(path), shown]),
		...names
			.filter(([name]) => name.length >= MIN_NAME_CHARS)
			.map(([name, shown]): [RegExp, string] => [wordOf(name), shown]),
	]
	return (text) => {
		const known = replacements.reduce(
			(left, [found, shown]) => left.replace(found, () => shown),
			text,
		)
		return withoutSecrets(known)
	}
}

/** Every text of a JSON value, also the names of its properties. */
export function redactAll(value: unknown, redact: (text: string) => string): unknown {
	if (typeof value === 'string') return redact(value)
	if (Array.isArray(value)) return value.map((one) => redactAll(one, redact))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [redact(name), redactAll(one, redact)]),
	)
}

/** Takes what looks like a secret out of what is shared, by the rules that hold for logs. Pure. */
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'

/** Names of things, whatever they look like: objects, the hashes of files, what a run and its calls are known by. */
const NAMES = /(?:^|_)ids?$|sha256$|^(?:guid|cursor|nextCursor)$|[a-z]Ids?$/
/** Unity's name for an object, where it stands among others. */
const OBJECT_NAME = /^GlobalObjectId_V1-[\w-]+$/

export function withoutSecretsIn(value: unknown): unknown {
	if (typeof value === 'string') return OBJECT_NAME.test(value) ? value : withoutSecrets(value)
	if (Array.isArray(value))
		return value.map((member, at) => namedValue(member, value[at - 1], ' ', /^-/))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [
			key,
			typeof member === 'string' && NAMES.test(key) ? member : namedValue(member, key, '=', /^/),
		]),
	)
}

/** A text behind the name that says what it is: an option in front of it, or its own key. */
function namedValue(value: unknown, name: unknown, sign: string, isName: RegExp): unknown {
	if (typeof value !== 'string' || typeof name !== 'string' || !isName.test(name))
		return withoutSecretsIn(value)
	const before = `${name}${sign}`
	const hidden = withoutSecrets(`${before}${value}`) === `${before}(hidden)`
	return hidden ? '(hidden)' : withoutSecretsIn(value)
}

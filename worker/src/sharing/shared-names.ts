/** Titles, names, and what is said in words of ours, as visitors read them: they name no computer, no folder of one, and no secret. Pure. */
import type { Author } from '@fairlead/protocol/people/author'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { withoutDeskPaths } from './desk-paths.ts'

/** Titles that `clientTitle` writes. A name may have brackets, or be cut: nothing from the first bracket on is told. */
const OF_CLIENT = /^(.+?) \(.*?((?: by MCP| by hand)?, \d{4}-\d\d-\d\d)$/s

/** A name that a person gave something, or a sentence that may repeat one. */
export const sharedWords = (text: string): string => withoutSecrets(withoutDeskPaths(text))

/** The address of a source: it leads to the same page, but for what looks like a secret; a name or password in it never does. */
export function sharedAddress(address: string): string {
	if (!URL.canParse(address)) return withoutSecrets(address)
	const url = new URL(address)
	if (url.username === '' && url.password === '') return withoutSecrets(address)
	url.username = ''
	url.password = ''
	return withoutSecrets(url.href)
}

export const sharedTitle = (title: string): string => sharedWords(title.replace(OF_CLIENT, '$1$2'))

/** A name that `deskActor` writes: "Claude Code (ada-desk)". */
const COMPUTER = / \(.*$/s
/** A person's client on a computer: "Ada (Claude Code, ada-desk)". */
const COMPUTER_OF_PERSON = /^(.*? \([^,]*), .*\)$/s

export function sharedName({ kind, name }: Author): string {
	if (kind === 'relay') return sharedWords(name.replace(COMPUTER, ''))
	return sharedWords(kind === 'mcp' ? name.replace(COMPUTER_OF_PERSON, '$1)') : name)
}

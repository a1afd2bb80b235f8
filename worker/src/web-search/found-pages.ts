/** Pages that a search service named, as a model and the page get them: plain words, bounded, web addresses only. Pure. */
import { cleanText } from '@fairlead/protocol/mcp-tools/read-tools'
import type { SentPage } from './services.ts'

const MAX_URL = 1_000
const MAX_TITLE = 200
/** A few sentences. Ten pages stay below what a model reads of one result. */
const MAX_SNIPPET = 600
const MAX_AGE = 40

export interface FoundPage {
	readonly url: string
	readonly title: string
	readonly pageAge: string | null
	readonly snippet?: string
}

/** The first ones, each address once. */
export function foundPages(sent: readonly SentPage[], count: number): FoundPage[] {
	const pages = new Map<string, FoundPage>()
	for (const page of sent) {
		const url = webAddress(page.url)
		if (url === null || pages.has(url) || pages.size === count) continue
		const snippet = plain(page.snippet, MAX_SNIPPET)
		pages.set(url, {
			url,
			title: plain(page.title, MAX_TITLE) || new URL(url).hostname,
			pageAge: page.age === null ? null : plain(page.age, MAX_AGE),
			...(snippet === '' ? {} : { snippet }),
		})
	}
	return [...pages.values()]
}

/** Returns null for a script, a file, a name and password, or one longer than an address that anybody opens. */
function webAddress(text: string): string | null {
	if (text.length > MAX_URL || !URL.canParse(text)) return null
	const { protocol, username, password, href } = new URL(text)
	const isWeb = protocol === 'https:' || protocol === 'http:'
	return isWeb && !username && !password && href.length <= MAX_URL ? href : null
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	'#39': "'",
	'#x27': "'",
}

/** Without markup, which services use to highlight words, and without characters that hide or turn text. */
function plain(text: string, max: number): string {
	const words = text
		.replace(/<\/?[a-z][^<>]*>/gi, '')
		.replace(/&(#?\w{1,6});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
	const line = cleanText(words).replace(/\s+/gu, ' ').trim()
	return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`
}

/** `npm run check`: each link of a document leads to a file, and to a heading that is there. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import GithubSlugger from 'github-slugger'
import { lexer, type Token, walkTokens } from 'marked'
import { ROOT } from '../paths.ts'
import { trackedFiles } from './tracked-files.ts'

/** `https:`, `mailto:` and the like: nobody is asked whether they are there. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

const textOf = (token: Token): string =>
	'tokens' in token && token.tokens !== undefined
		? token.tokens.map(textOf).join('')
		: 'text' in token
			? String(token.text)
			: ''

interface Document {
	readonly links: readonly string[]
	/** The headings' ids, as GitHub makes them. */
	readonly anchors: ReadonlySet<string>
}

function read(path: string): Document {
	const links: string[] = []
	const anchors = new Set<string>()
	const slugger = new GithubSlugger()
	walkTokens(lexer(readFileSync(path, 'utf8')), (token) => {
		if (token.type === 'heading') anchors.add(slugger.slug(textOf(token)))
		if (token.type === 'link' || token.type === 'image') links.push(token.href)
	})
	return { links, anchors }
}

const documents = new Map<string, Document>()
function documentAt(path: string): Document {
	const known = documents.get(path) ?? read(path)
	documents.set(path, known)
	return known
}

/** Why the link leads nowhere; null: it does not. */
function problemOf(from: string, link: string): string | null {
	if (ELSEWHERE.test(link)) return null
	const [path = '', anchor] = link.split('#', 2)
	const target = path === '' ? from : join(dirname(from), decodeURI(path))
	if (!existsSync(target)) return `${relative(ROOT, target)} is not there`
	if (anchor === undefined || !target.endsWith('.md')) return null
	return documentAt(target).anchors.has(anchor)
		? null
		: `${relative(ROOT, target)} has no heading "${anchor}"`
}

const problems: string[] = []
for (const file of await trackedFiles(/\.md$/)) {
	const path = join(ROOT, file)
	for (const link of documentAt(path).links) {
		const problem = problemOf(path, link)
		if (problem !== null) problems.push(`${file}: ${link}: ${problem}.`)
	}
}
if (problems.length > 0) {
	console.log(problems.join('\n'))
	process.exitCode = 1
}

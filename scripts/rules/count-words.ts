/** `npm run count`: comments by their first word, long documents, and names that are exported more than once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.ts'
import { trackedFiles } from './tracked-files.ts'

/** First words that leave the subject of a comment to the reader. */
const RIDDLES = ['What', 'Who', 'Null', 'Of', 'As', 'For', 'By', 'Where'] as const
/** The first line of a comment: none above it is one. */
const COMMENT = /^[ \t]*(?:\/\*\*|\/\/\/?) *(?:<summary>)?([A-Za-z]+)/gm
const GOES_ON = /^[ \t]*\/\/.*\n$/
const MAX_WORDS = 2_500
const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm

const textAt = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const comments = new Map<string, number>()
let all = 0
const exported = new Map<string, string[]>()
for (const file of await trackedFiles(/\.(?:tsx?|cs)$/)) {
	const text = textAt(file)
	for (const found of text.matchAll(COMMENT)) {
		const lineAbove = text.slice(text.lastIndexOf('\n', found.index - 2) + 1, found.index)
		if (found[0].trimStart().startsWith('//') && GOES_ON.test(lineAbove)) continue
		all++
		const [, word = ''] = found
		comments.set(word, (comments.get(word) ?? 0) + 1)
	}
	if (/\.(?:test|e2e|d)\.ts/.test(file)) continue
	for (const [, name = ''] of text.matchAll(EXPORTED))
		exported.set(name, [...(exported.get(name) ?? []), file])
}

const number = (value: number): string => value.toLocaleString('en-US').padStart(7)

console.log(`Comments: ${number(all)}. Their first words that leave the subject open:`)
for (const word of RIDDLES) console.log(`${number(comments.get(word) ?? 0)}  ${word}`)

const documents = (await trackedFiles(/\.md$/)).map((file) => ({
	file,
	words: textAt(file).split(/\s+/).length,
}))
const words = documents.reduce((sum, one) => sum + one.words, 0)
console.log(`\nDocuments: ${number(words)} words. Over ${MAX_WORDS.toLocaleString('en-US')}:`)
for (const { file, words } of documents.sort((a, b) => b.words - a.words))
	if (words > MAX_WORDS) console.log(`${number(words)}  ${file}`)

const several = [...exported].filter(([, files]) => files.length > 2)
console.log(`\nNames that three files or more export: ${several.length}`)
for (const [name, files] of several.sort(([, a], [, b]) => b.length - a.length).slice(0, 20))
	console.log(`${number(files.length)}  ${name}`)

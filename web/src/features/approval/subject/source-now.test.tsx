import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'
import { Whole } from '../../../ui/text/whole.ts'
import { Source } from './source-now.tsx'

const PATH = 'Assets/conf.txt'

/** As it stands in the question, without markup. */
async function read(file: unknown): Promise<string> {
	const source = createElement(Source, { path: PATH, file })
	const { prelude } = await prerenderToNodeStream(createElement(Whole, { value: true }, source))
	return (await text(prelude)).replace(/<[^>]*>/g, '')
}

test('a file that a copy would make run is read whole before it is approved', async () => {
	const content = `${'// line\n'.repeat(2_000)}Evil();\u202e\n`
	const shown = await read({ content, lineCount: 2_001, totalLines: 2_001 })
	expect(shown).toContain(`Content of ${PATH}`)
	expect(shown).toContain('Evil();')
	expect(shown).not.toMatch(/\u202e|lines are shown/)
})

test('a file with something hidden as a secret, which may be code, must not be approved by Enter', async () => {
	const file = { content: 'string cookie = (hidden)\n', lineCount: 1, totalLines: 1 }
	expect(await read(file)).toContain('Not all of it is shown')
	const source = createElement(Source, { path: PATH, file })
	const { prelude } = await prerenderToNodeStream(source)
	expect(await text(prelude)).toContain('data-withheld')
})

test('a part that cannot be shown is said', async () => {
	expect(await read({ content: 'a\n', lineCount: 1, totalLines: 9_000 })).toContain(
		'Only 1 of its 9000 lines are shown.',
	)
	expect(await read(null)).toBe(`Could not show the content of ${PATH}: it does not exist.`)
	expect(await read({ content: '', picture: {} })).toBe(`${PATH} is a picture.`)
})

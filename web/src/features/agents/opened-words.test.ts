import { expect, test } from 'vitest'
import { wordsOf } from './opened-words.ts'

const page = (name?: string) => ({
	editorKey: 'relay-1:aaaaaaaaaaaa',
	agentId: '0f0e0d0c',
	viewer: 'page-2',
	...(name === undefined ? {} : { name }),
})

test.each([
	[[page(), page()], 'Open on another page of yours'],
	[[page('Bo')], 'Open: Bo'],
	[[page('Bo'), page('Ada'), page('Bo')], 'Open: Ada and Bo'],
	[[page(), page('Bo'), page('Ada')], 'Open: Ada, Bo and you on another page'],
])('a card names each person once: %#', (pages, words) => {
	expect(wordsOf(pages)).toBe(words)
})

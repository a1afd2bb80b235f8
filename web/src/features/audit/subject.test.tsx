import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Subject } from './subject.tsx'

const drawn = (id: string, event: string, name?: string): string =>
	renderToStaticMarkup(
		createElement(
			MemoryRouter,
			null,
			createElement(Subject, { id, name, entry: { event, projectId: 'prj_1' } }),
		),
	).replace(/ class="[^"]*"/g, '')

test.each([
	['usr_1', 'updateMember', 'Ada\u202e', 'Ada\\u{202E}'],
	['cnv_1', 'updateConversation', undefined, '<a href="/p/prj_1/c/cnv_1">the conversation</a>'],
	['cnv_1', 'deleteConversation', undefined, 'conversation <span>cnv_1</span>'],
	['rtk_1', 'createRelayToken', undefined, 'relay token <span>rtk_1</span>'],
	['12', 'removePlayer', undefined, '<span>12</span>'],
])('the object %s of %s', (id, event, name, words) => {
	expect(drawn(id, event, name)).toBe(words)
})

/** The agent must see the warrior as it is, and must not pay for it again with each message. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage, ChatPart } from '../messages/messages.ts'
import { offerOpenText, openPart } from './open-text.ts'

const DWARF = { name: 'Dwarf', text: 'mov 0, 1' }
const at = (pathname: string) => vi.stubGlobal('location', { pathname })
const said = (parts: readonly ChatPart[]): ChatMessage => ({
	id: 'm1',
	role: 'user',
	parts: [...parts, { type: 'text', text: 'hello' }],
})

beforeEach(() => at('/p/prj_1/c/cnv_1'))
afterEach(() => {
	offerOpenText(null)
	vi.unstubAllGlobals()
})

test('the open text goes with the first message, and again only once it has changed', () => {
	offerOpenText(DWARF)
	const first = openPart([])
	expect(first).toMatchObject([{ type: 'data-open', data: DWARF }])
	// The server keeps the name and the version.
	const [{ data } = { data: undefined }] = first as { data: { name: string; version: string } }[]
	const stored = said([
		{ type: 'data-open', data: { name: data?.name ?? '', version: data?.version ?? '' } },
	])
	expect(openPart([stored])).toEqual([])
	offerOpenText({ ...DWARF, text: 'mov 0, 2' })
	expect(openPart([stored])).toMatchObject([{ data: { text: 'mov 0, 2' } }])
})

test('an open text that went back to an earlier one is sent again: the newest on record is another', () => {
	offerOpenText(DWARF)
	const first = said(openPart([]))
	offerOpenText({ ...DWARF, text: 'mov 0, 2' })
	const second = said(openPart([first]))
	offerOpenText(DWARF)
	expect(openPart([first, second])).toHaveLength(1)
})

test('the open text of one project is not known in another', () => {
	offerOpenText(DWARF)
	at('/p/prj_2')
	expect(openPart([])).toEqual([])
	at('/p/prj_1')
	expect(openPart([])).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { type DraftStorage, Drafts } from './drafts.ts'

function memory(): DraftStorage {
	const values = new Map<string, string>()
	return {
		getItem: (key) => values.get(key) ?? null,
		setItem: (key, value) => void values.set(key, value),
		removeItem: (key) => void values.delete(key),
	}
}
const text = (value: string) => ({ text: value, pictures: [] })

test('a text survives a reload of the tab', () => {
	const storage = memory()
	new Drafts(storage).keep('cnv_1', text('make a red'))
	expect(new Drafts(storage).of('cnv_1')).toEqual(text('make a red'))
})

test('a sent draft does not come back', () => {
	const storage = memory()
	const drafts = new Drafts(storage)
	drafts.keep('cnv_1', text('sent'))
	drafts.keep('cnv_1', text(''))
	expect(drafts.of('cnv_1').text).toBe('')
	expect(new Drafts(storage).of('cnv_1').text).toBe('')
})

test('a new conversation of one project does not show the words meant for another', () => {
	const drafts = new Drafts(memory())
	drafts.keep('new:prj_1', text('for the first'))
	expect(drafts.of('new:prj_2').text).toBe('')
})

test('a browser that refuses its store still keeps the draft while the page is open', () => {
	const refusing: DraftStorage = {
		getItem: () => {
			throw new Error('denied')
		},
		setItem: () => {
			throw new Error('quota')
		},
		removeItem: () => undefined,
	}
	const drafts = new Drafts(refusing)
	drafts.keep('cnv_1', text('still here'))
	expect(drafts.of('cnv_1').text).toBe('still here')
	expect(drafts.of('cnv_2').text).toBe('')
})

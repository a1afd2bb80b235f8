import { expect, test } from 'vitest'
import { LogStore, MAX_LOG_LINES, matching } from './log-store.ts'

const line = (text: string, more: object = {}) => ({
	...({ level: 'info', category: 'duel' } as const),
	text,
	...more,
})
const all = { level: null, category: null, search: '' } as const

test('the newest line is first, and the oldest are dropped', () => {
	const store = new LogStore()
	for (let i = 0; i < MAX_LOG_LINES + 5; i++) store.add(line(`battle ${i}`))
	expect(store.list()).toHaveLength(MAX_LOG_LINES)
	expect(store.list()[0]?.text).toBe(`battle ${MAX_LOG_LINES + 4}`)
	expect(store.list().at(-1)?.text).toBe('battle 5')
})

test('level, category and search narrow the list together; the search finds details, too', () => {
	const store = new LogStore()
	store.add(line('Won against Ada'))
	store.add(line('Refused', { level: 'problem', category: 'upload', details: ['Line 3: Bomb'] }))
	store.add(line('Refused', { level: 'problem' }))
	const texts = (filter: object) =>
		matching(store.list(), { ...all, ...filter }).map(({ text, category }) => `${category} ${text}`)
	expect(texts({})).toHaveLength(3)
	expect(texts({ level: 'problem' })).toEqual(['duel Refused', 'upload Refused'])
	expect(texts({ level: 'problem', category: 'upload' })).toEqual(['upload Refused'])
	expect(texts({ search: ' bomb ' })).toEqual(['upload Refused'])
	expect(texts({ search: 'ada', category: 'upload' })).toEqual([])
})

test('listeners hear of each line and of clearing', () => {
	const store = new LogStore()
	let heard = 0
	const leave = store.subscribe(() => heard++)
	store.add(line('one'))
	store.clear()
	leave()
	store.add(line('two'))
	expect([heard, store.list().length]).toEqual([2, 1])
})

import { expect, test } from 'vitest'
import { KeptEdits } from './kept-edits.ts'

const saved = { name: 'Triage', template: 'Look.', trigger: { kind: 'webhook' } }
function tab() {
	const stored = new Map<string, string>()
	const storage = {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
		removeItem: (key: string) => void stored.delete(key),
	}
	return { stored, storage, edits: new KeptEdits(() => storage) }
}

test('kept edits are applied to the latest saved values until they are saved or discarded', () => {
	const { stored, edits, storage } = tab()
	edits.keep('one', saved, { ...saved, template: 'Look twice.' })
	const later = new KeptEdits(() => storage)
	// Another person has renamed it meanwhile.
	const renamed = { ...saved, name: 'Nightly' }
	expect(later.over('one', renamed)).toEqual({ ...renamed, template: 'Look twice.' })
	expect(later.over('another', saved)).toBeNull()
	// Another person has saved the same.
	expect(later.over('one', { ...saved, template: 'Look twice.' })).toBeNull()

	later.keep('one', saved, { ...saved, trigger: { kind: 'webhook' } })
	expect(later.over('one', saved)).toBeNull()
	later.keep('one', saved, { ...saved, name: 'x' })
	later.forget('one')
	expect(stored.size).toBe(0)
})

test.each([
	['text that is no JSON', '{'],
	['no fields', 'null'],
	['fields of another version', '{"trigger":"webhook","else":1}'],
])('a form opens as it is saved over %s', (_, text) => {
	const { storage, edits } = tab()
	storage.setItem('fairlead.edits.one', text)
	expect(edits.over('one', saved)).toBeNull()
})

test('a browser that refuses storage loses the edits and nothing else', () => {
	const refuses = new KeptEdits(() => {
		throw new Error('SecurityError')
	})
	refuses.keep('one', saved, { ...saved, name: 'x' })
	expect(refuses.over('one', saved)).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { undoName } from './undo-name.ts'

const call = (name: string, params: Record<string, unknown>, risk: 'read' | 'write' = 'write') => ({
	name,
	params,
	risk,
})
const batch = (...args: Record<string, unknown>[]) =>
	call('unity_batch', { operations: args.map((each) => ({ tool: 'unity_hierarchy', args: each })) })

describe('the name of a step in the Undo history', () => {
	it('tells two batches apart', () => {
		const walls = batch({ action: 'create', name: 'Wall' }, { action: 'create', name: 'Wall 2' })
		const gone = batch({ action: 'destroy', instance_id: '/Maze/Door' })
		expect(undoName([walls])).toBe('Fairlead: create Wall and 1 more')
		expect(undoName([gone])).toBe('Fairlead: destroy Door')
	})

	it('names the changed object, by name or path', () => {
		const modify = { action: 'modify', game_object_id: '/Crate', component_type: 'Rigidbody' }
		expect(undoName([call('unity_component', modify)])).toBe('Fairlead: modify Crate')
		expect(undoName([call('unity_component', { ...modify, game_object_id: '1204' })])).toBe(
			'Fairlead: modify Rigidbody',
		)
		const cube = { action: 'create', primitive_type: 'Cube' }
		expect(undoName([call('unity_hierarchy', cube)])).toBe('Fairlead: create Cube')
	})

	it('names what Unity undoes, not the files of the same step', () => {
		const write = call('write_file', { path: 'Assets/br.txt', content: '' })
		const made = call('unity_hierarchy', { action: 'create', name: 'RevB' })
		expect(undoName([write, made])).toBe('Fairlead: create RevB')
		const lit = call('unity_hierarchy', { action: 'create', name: 'Lamp' })
		expect(undoName([write, made, write, lit])).toBe('Fairlead: create RevB and 1 more')
		const own = call('roll_dice', { sides: 6 })
		expect(undoName([write, own])).toBe('Fairlead: roll dice')
		expect(undoName([write, write])).toBe('Fairlead: write file br.txt and 1 more')
	})

	it('names changes, not reads', () => {
		const look = call('unity_query', { action: 'selection' }, 'read')
		const write = call('write_file', { path: 'Assets/Spin.cs', content: '' })
		expect(undoName([look, write])).toBe('Fairlead: write file Spin.cs')
		expect(undoName([look])).toBe('Fairlead: selection')
		const back = call('unity_undo', { action: 'undo' })
		expect(undoName([back, write, back])).toBe('Fairlead: write file Spin.cs')
		expect(undoName([])).toBe('Fairlead')
	})
})

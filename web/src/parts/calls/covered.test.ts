import { expect, test } from 'vitest'
import { coveredText, permissionName } from './covered.ts'

const action = (name: string) => ({ tool: 'unity_hierarchy', action: name })

test('a menu item is named with its path, so that an approval does not cover all of them', () => {
	const item = { tool: 'execute_menu_item', action: 'run', subject: 'File/Save_All' }
	expect(permissionName(item)).toBe('Menu item: File/Save_All')
	expect(permissionName(action('set_active'))).toBe('Change objects: set active')
})

test('a batch names its operations', () => {
	expect(coveredText([action('create')])).toBe('“Change objects: create”')
	expect(coveredText([action('create'), action('rename')])).toBe(
		'“Change objects: create” and “Change objects: rename”',
	)
	const five = ['create', 'rename', 'destroy', 'reparent', 'set_active'].map(action)
	expect(coveredText(five)).toBe('“Change objects: create”, “Change objects: rename” and 3 more')
})

import { expect, test } from 'vitest'
import { coveredText, permissionName } from './covered.ts'

const action = (name: string) => ({ tool: 'unity_hierarchy', action: name })

test('a menu item is named with its path, so that nobody allows all of them', () => {
	const item = { tool: 'execute_menu_item', action: 'run', subject: 'File/Save_All' }
	expect(permissionName(item)).toBe('execute menu item: File/Save_All')
	expect(permissionName(action('set_active'))).toBe('unity hierarchy: set active')
})

test('a batch names what is in it', () => {
	expect(coveredText([action('create')])).toBe('“unity hierarchy: create”')
	expect(coveredText([action('create'), action('rename')])).toBe(
		'“unity hierarchy: create” and “unity hierarchy: rename”',
	)
	const five = ['create', 'rename', 'destroy', 'reparent', 'set_active'].map(action)
	expect(coveredText(five)).toBe('“unity hierarchy: create”, “unity hierarchy: rename” and 3 more')
})

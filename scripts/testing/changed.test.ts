import { expect, test } from 'vitest'
import { concernedTests } from './changed.ts'

const GRAPH = new Map([
	['relay/src/a.test.ts', ['relay/src/a.ts', 'relay/test/desk.ts']],
	['relay/src/b.test.ts', ['relay/src/b.ts']],
	['relay/test/desk.ts', ['relay/test/base.ts']],
	['test/e2e/page.e2e.ts', ['test/e2e/stack-kit.ts']],
])

test('a test that changed is concerned; one of changed product code is left to the gate', () => {
	expect(concernedTests(['relay/src/b.test.ts', 'relay/src/a.ts'], GRAPH)).toEqual([
		'relay/src/b.test.ts',
	])
})

test('the tests that import a changed kit are concerned, also through another one', () => {
	expect(concernedTests(['relay/test/base.ts', 'test/e2e/stack-kit.ts'], GRAPH)).toEqual([
		'relay/src/a.test.ts',
		'test/e2e/page.e2e.ts',
	])
})

/** A project that has only Unity's own bridge: the demo model makes a cube in it, once a person has approved. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { FakeUnity } from '../../relay-cli/test/fake-unity.ts'
import { projectFolderIn, type StackOptions } from '../../scripts/stack.ts'
import { NO_MODEL_KEYS } from '../../scripts/worker-vars.ts'
import { askFirst, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack, removeDir } from './stack-kit.ts'

let page: Page
let unity: FakeUnity
beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), 'fairlead-bridge-'))
	unity = new FakeUnity(folder)
	const env = { ...process.env, ...NO_MODEL_KEYS, ...unity.env }
	// Before the relay sees the folder: without a trace of Unity it is a plain one, and ready as that.
	const before = (dir: string): StackOptions => {
		const project = projectFolderIn(dir)
		unity.install(project)
		unity.running({ project })
		return { editor: 'none', env }
	}
	const own = await ownPage(ownStack(before))
	;({ page } = own)
	return async () => {
		await own.close()
		await removeDir(folder)
	}
})

const made = () => unity.executed().filter((name) => name.startsWith('create_gameobject'))

test('the demo model makes a cube through it after an approval, and the page says what it cannot promise', async () => {
	await askFirst(page)
	await say(page, 'create a cube')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	expect(made()).toEqual([])
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
	await expect.poll(made, RUN_TIMEOUT).toHaveLength(1)
	await runEnded(page)
	expect(made()).toHaveLength(1)

	const at = new URL(page.url())
	at.searchParams.set('pane', 'editor')
	await page.goto(at.href)
	await page.getByText('Connected through Unity’s own bridge').first().waitFor(RUN_TIMEOUT)
	await page.getByRole('treeitem').filter({ hasText: 'Cube' }).first().waitFor(RUN_TIMEOUT)
})

/** `npm run eval` on the whole product: the recorded solutions count as solved, at the cost that they have. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../scripts/children.ts'
import { ROOT } from '../../scripts/paths.ts'
import { removeDir } from './stack-kit.ts'

test('tasks are set up, solved, approved where a person is asked, and scored', async () => {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-eval-test-'))
	try {
		const json = join(dir, 'scores.json')
		const tasks = 'one-cube,delete-unused-materials,health-limit'
		const { code } = await run(join(ROOT, 'bench', 'eval', 'main.ts'), [
			'--provider',
			'scripted',
			'--tasks',
			tasks,
			'--json',
			json,
		])
		const { total, tools } = JSON.parse(await readFile(json, 'utf8'))
		expect(total).toMatchObject({ tasks: 3, solved: 3, wasted: 0, approvals: 2 })
		expect(total.tokensIn).toBeGreaterThan(1_000)
		expect(tools).toMatchObject({ unity_asset: 1, asset_usages: 1, read_file: 1 })
		expect(code).toBe(0)
	} finally {
		await removeDir(dir)
	}
})

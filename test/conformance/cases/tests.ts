/** unity_tests: what passes and what fails, with the place. The simulator runs no C# and says so. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_tests'

const SOURCE = `using NUnit.Framework;

public class DemoTests
{
    [Test]
    public void Adds()
    {
        Assert.AreEqual(4, 2 + 2);
    }

    [Test]
    public void Fails()
    {
        Assert.AreEqual(4, 2 + 3);
    }
}
`

/** Two tests, of which one fails, compiled. */
export async function addTests(desk: Desk): Promise<void> {
	const folder = join(desk.project, 'Assets', 'Tests', 'Editor')
	mkdirSync(folder, { recursive: true })
	writeFileSync(join(folder, 'DemoTests.cs'), SOURCE)
	expect(await desk.ok('unity_refresh', {})).toMatchObject({ hasErrors: false })
}

async function withTests(desk: Desk, run: () => Promise<void>): Promise<void> {
	try {
		await addTests(desk)
		await run()
	} finally {
		rmSync(join(desk.project, 'Assets', 'Tests'), { recursive: true, force: true })
		rmSync(join(desk.project, 'Assets', 'Tests.meta'), { force: true })
		await desk.ok('unity_refresh', {})
	}
}

export const testRunCases = new CaseList(T)
	.works('run', 'one passes, one fails and says why', async (desk) => {
		await withTests(desk, async () => {
			const ran = await desk.ok(T, { mode: 'EditMode' })
			expect(ran).toMatchObject({ total: 2, passed: 1, failed: 1, skipped: 0 })
			expect(ran.tests).toHaveLength(1)
			expect(ran.tests[0]).toMatchObject({ name: 'DemoTests.Fails', status: 'failed' })
			expect(ran.tests[0]?.message).toMatch(/Expected: 4[\s\S]*But was:\s+5/)
			const one = await desk.ok(T, { filter: 'Adds', include_passed: true })
			expect(one.tests).toMatchObject([{ name: 'DemoTests.Adds', status: 'passed' }])
		})
	})
	.refuses('run', 'invalid_arguments', 'a mode that does not exist', async (desk) => {
		await desk.fails(T, { mode: 'SomeMode' }, 'invalid_arguments')
	})

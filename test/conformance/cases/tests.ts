/** unity_tests: passed and failed tests, with locations. The simulator runs no C# and says so. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_tests'

const SOURCE = `using NUnit.Framework;

public class DemoTests
{
    [Test, Category("Fast")]
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

/** Two compiled tests, one of which fails. */
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
	.example('list', addTests)
	.example('run', addTests)
	.works('run', 'one passes, one fails and says why', async (desk) => {
		await withTests(desk, async () => {
			const ran = await desk.ok(T, { action: 'run', mode: 'EditMode' })
			expect(ran).toMatchObject({ total: 2, passed: 1, failed: 1, skipped: 0 })
			expect(ran.tests).toHaveLength(1)
			expect(ran.tests[0]).toMatchObject({ name: 'DemoTests.Fails', status: 'failed' })
			expect(ran.tests[0]?.message).toMatch(/Expected: 4[\s\S]*But was:\s+5/)
			const one = await desk.ok(T, { action: 'run', filter: 'Adds', include_passed: true })
			expect(one.tests).toMatchObject([{ name: 'DemoTests.Adds', status: 'passed' }])
		})
	})
	.works('run', 'by category, by name and by assembly', async (desk) => {
		await withTests(desk, async () => {
			const ran = async (more: object) => {
				const { tests } = await desk.ok(T, { action: 'run', include_passed: true, ...more })
				return tests.map((test) => test.name).sort()
			}
			expect(await ran({ categories: ['Fast'] })).toEqual(['DemoTests.Adds'])
			// A name is not a pattern: "Fas" is not a category here.
			expect(await ran({ categories: ['Fas'] })).toEqual([])
			expect(await ran({ names: ['DemoTests.Fails'] })).toEqual(['DemoTests.Fails'])
			const none = await desk.ok(T, { action: 'run', assemblies: ['Other.Tests'] })
			expect(none).toMatchObject({ total: 0, note: expect.stringContaining('No test ran') })
		})
	})
	.works('list', 'names, categories and assemblies, in pages', async (desk) => {
		await withTests(desk, async () => {
			const all = await desk.ok(T, { action: 'list' })
			expect(all).toMatchObject({
				total: 2,
				categories: [{ name: 'Fast', tests: 1 }],
				assemblies: [{ tests: 2 }],
				nextCursor: null,
			})
			expect(all.tests.map((test) => test.name)).toEqual(['DemoTests.Adds', 'DemoTests.Fails'])
			const fast = await desk.ok(T, { action: 'list', categories: ['Fast'] })
			expect(fast.tests).toMatchObject([{ name: 'DemoTests.Adds', categories: ['Fast'] }])
			const first = await desk.ok(T, { action: 'list', limit: 1 })
			const cursor = first.nextCursor ?? ''
			const second = await desk.ok(T, { action: 'list', limit: 1, cursor })
			expect(second.tests.map((test) => test.name)).toEqual(['DemoTests.Fails'])
			expect((await desk.ok(T, { action: 'list', mode: 'PlayMode' })).total).toBe(0)
		})
	})
	.refuses('list', 'invalid_arguments', 'a mode that does not exist', async (desk) => {
		await desk.fails(T, { action: 'list', mode: 'SomeMode' }, 'invalid_arguments')
	})
	.refuses('run', 'invalid_arguments', 'a mode that does not exist', async (desk) => {
		await desk.fails(T, { action: 'run', mode: 'SomeMode' }, 'invalid_arguments')
	})

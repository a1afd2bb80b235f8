/** unity_execute: C# that runs at once. The simulator runs no C# and says so. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'

const T = 'unity_execute'

export const executeCases = new CaseList(T)
	.works('run', 'an expression gives its value', async (desk) => {
		expect(await desk.ok(T, { code: '2 + 3' })).toMatchObject({
			outcome: 'returned',
			value: 5,
			valueType: 'Int32',
			truncated: false,
		})
	})
	.works(
		'run',
		'objects created by statements are one step, and are undone with it',
		async (desk) => {
			const made = await desk.ok(T, {
				code: [
					'using System.Text;',
					'var names = new StringBuilder();',
					'for (var i = 0; i < 3; i++)',
					'{',
					'    var tower = new GameObject("Tower" + i);',
					'    Undo.RegisterCreatedObjectUndo(tower, "Tower");',
					'    names.Append(tower.name).Append(" ");',
					'}',
					'Debug.Log("built");',
					'return names.ToString();',
				].join('\n'),
			})
			expect(made).toMatchObject({ value: 'Tower0 Tower1 Tower2 ', logCount: 1 })
			expect(made.logs).toEqual([{ type: 'log', message: 'built' }])
			expect(await desk.look('/Tower2')).toMatchObject({ components: ['Transform'] })
			await desk.ok('unity_undo', { action: 'undo' })
			expect(await desk.look('/Tower0')).toBeNull()
			expect(await desk.look('/Tower2')).toBeNull()
		},
	)
	.works('run', 'an exception names its line in the code', async (desk) => {
		const threw = await desk.ok(T, {
			code: 'var door = GameObject.Find("Door");\n\nreturn door.name;',
		})
		expect(threw).toMatchObject({ outcome: 'threw', value: null })
		expect(threw.exception).toMatchObject({ type: 'System.NullReferenceException', line: 3 })
	})
	.works('run', 'a long value is cut, and says so', async (desk) => {
		const long = await desk.ok(T, { code: 'Enumerable.Range(0, 5000).ToList()' })
		expect(long).toMatchObject({ truncated: true, valueType: 'List<Int32>' })
		expect((long.value as unknown[]).slice(-2)).toEqual([99, '… 4900 more'])
	})
	.refuses(
		'run',
		'compile_errors',
		'code that does not compile: the line, and nothing ran',
		async (desk) => {
			const error = await desk.fails(
				T,
				{ code: 'new GameObject("Half");\nnew GameObjekt("Typo");' },
				'compile_errors',
			)
			expect(error.message).toContain('line 2')
			expect(error.data['errors']).toMatchObject([{ line: 2, code: 'CS0246' }])
			expect(await desk.look('/Half')).toBeNull()
		},
	)
	.refuses('run', 'invalid_arguments', 'no code', async (desk) => {
		await desk.fails(T, { code: '' }, 'invalid_arguments')
	})

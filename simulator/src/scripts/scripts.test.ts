/** Rejecting a valid script costs trust; accepting a broken one, or a wrong location, costs time. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompileResult, checkScripts } from './check-scripts.ts'
import { type ProjectScripts, readScripts } from './read-scripts.ts'

describe('valid Unity C#', () => {
	let folder: string
	let scripts: ProjectScripts
	let result: CompileResult

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'fairlead-scripts-'))
		await cp(join(import.meta.dirname, 'fixtures/valid'), join(folder, 'Assets'), {
			recursive: true,
		})
		scripts = await readScripts(folder)
		result = checkScripts(scripts.sources)
	})
	afterAll(() => rm(folder, { recursive: true, force: true }))

	const typeNamed = (name: string) => result.types.find((t) => t.name === name)

	test('compiles without an error', () => {
		expect(scripts.sources.length).toBeGreaterThanOrEqual(25)
		expect(result.errors).toEqual([])
		expect(result.warnings).toEqual([])
	})

	test('offers components, not assets, editors or abstract bases', () => {
		const names = result.types.map((t) => t.name)
		expect(names).toContain('Spin')
		expect(names).toContain('UIButton')
		expect(names).not.toContain('Data')
		expect(names).not.toContain('SpinEditor')
		expect(names).not.toContain('Singleton')
	})

	test('knows serialized fields with defaults', () => {
		expect(typeNamed('Spin')?.fields).toEqual([
			{ name: 'speed', type: 'float', default: 90 },
			{ name: 'axis', type: 'Vector3', default: [0, 1, 0] },
			{ name: 'amount', type: 'float', default: 0.5 },
		])
		const spawner = typeNamed('Spawner')?.fields ?? []
		expect(spawner).toContainEqual({ name: 'interval', type: 'float', default: 15 })
		expect(spawner).toContainEqual({ name: 'points', type: 'Transform[]', default: [] })
		expect(spawner).toContainEqual({ name: 'names', type: 'string[]', default: ['a', 'b'] })
		expect(spawner.map((f) => f.name)).not.toContain('routine')
	})

	test('knows enums, auto-property fields, namespaces and what is never serialized', () => {
		const scoped = typeNamed('FileScoped')
		expect(scoped?.fullName).toBe('Game.Tools.FileScoped')
		expect(scoped?.fields).toEqual([
			{ name: 'mode', type: 'Mode', default: 'Walk', enumNames: ['Idle', 'Walk', 'Run'] },
			{ name: 'numbers', type: 'int[]', default: [1, 2, 3] },
			{ name: 'label', type: 'string', default: 'a\tb"c" é' },
		])
		expect(typeNamed('Nested')?.fields.map((f) => f.name)).toContain('Lives')
	})

	test('inherited fields come first, requirements are kept', () => {
		expect(typeNamed('Inheritance')?.fields.map((f) => f.name)).toEqual(['damage', 'rate'])
		const player = typeNamed('PlayerController')
		expect(player?.requires).toEqual(['Rigidbody', 'CapsuleCollider'])
		expect(player?.disallowMultiple).toBe(true)
		expect(player?.fields.map((f) => f.name)).not.toContain('scores')
	})

	test('an unchanged folder has the same hash, an edited one another', async () => {
		expect((await readScripts(folder)).hash).toBe(scripts.hash)
		await cp(join(folder, 'Assets/Empty.cs'), join(folder, 'Assets/Empty2.cs'))
		expect((await readScripts(folder)).hash).not.toBe(scripts.hash)
		await rm(join(folder, 'Assets/Empty2.cs'))
	})
})

/** Wraps a method body so that the body's first line is line 6. */
const inMethod = (body: string): string =>
	`using UnityEngine;\npublic class Broken : MonoBehaviour\n{\n    void Start()\n    {\n${body}\n    }\n}\n`
/** Wraps members so that the first line is line 4. */
const inClass = (members: string): string =>
	`using UnityEngine;\npublic class Broken : MonoBehaviour\n{\n${members}\n}\n`

describe('broken C#', () => {
	test.each<[string, string, string, number, number]>([
		['a statement without its semicolon', inMethod('        int x = 5'), 'CS1002', 6, 18],
		['a call without its semicolon', inMethod('        Foo()\n        Bar();'), 'CS1002', 6, 14],
		['two statements on a line', inMethod('        int x = 5 int y = 6;'), 'CS1002', 6, 19],
		[
			'a field without its semicolon',
			inClass('    public float speed = 3f\n    void A() { }'),
			'CS1002',
			4,
			28,
		],
		['return without its semicolon', inClass('    int A() { return 5 }'), 'CS1002', 4, 24],
		[
			'using without its semicolon',
			'using UnityEngine\npublic class A : MonoBehaviour { }',
			'CS1002',
			1,
			18,
		],
		[
			'a brace missing at the end of file',
			'class A\n{\n    void B()\n    {\n    }\n',
			'CS1513',
			5,
			6,
		],
		[
			'a method not closed before the next',
			inClass('    void A()\n    {\n        B();\n\n    public void B() { }'),
			'CS1513',
			6,
			13,
		],
		[
			'a class without its opening brace',
			'using UnityEngine;\npublic class A : MonoBehaviour\n    void B() { }\n}',
			'CS1514',
			2,
			31,
		],
		['one closing brace too many', 'class A\n{\n}\n}\n', 'CS1022', 4, 1],
		['a parenthesis not closed', inMethod('        Foo(1, 2;'), 'CS1026', 6, 17],
		['an if without its parenthesis', inMethod('        if (true { }'), 'CS1026', 6, 18],
		['a parenthesis too many', inMethod('        Foo(1));'), 'CS1002', 6, 15],
		['a bracket not closed', inMethod('        var a = b[1;'), 'CS1003', 6, 20],
		['an unterminated string', inMethod('        Debug.Log("hello);'), 'CS1010', 6, 19],
		['an unterminated verbatim string', inClass('    string a = @"x;\n'), 'CS1039', 4, 16],
		['an unterminated comment', 'class A { }\n/* never ends\n', 'CS1035', 2, 1],
		[
			'an unknown base',
			'using UnityEngine;\npublic class Broken : MonoBehavior { }',
			'CS0246',
			2,
			23,
		],
		['no using for the base', 'public class Broken : MonoBehaviour { }', 'CS0246', 1, 23],
		[
			'an unknown interface',
			'using UnityEngine;\npublic class Broken : MonoBehaviour, IMissing { }',
			'CS0246',
			2,
			38,
		],
		['a typo in a field', inClass('    public Rigidboby body;'), 'CS0246', 4, 12],
		['a typo in a parameter', inClass('    void A(Collison other) { }'), 'CS0246', 4, 12],
		['a typo in a local', inMethod('        Vectro3 v = default;'), 'CS0246', 6, 9],
		['a typo behind new', inMethod('        var g = new GameObjct();'), 'CS0246', 6, 21],
		['a typo in a type argument', inMethod('        GetComponent<Rigidboby>();'), 'CS0246', 6, 22],
		['a typo in typeof', inClass('    System.Type t = typeof(Rigidboby);'), 'CS0246', 4, 28],
		['a using that is missing', inClass('    List<int> points;'), 'CS0246', 4, 5],
		['a character that C# does not know', inMethod('        int x = 5 § 3;'), 'CS1056', 6, 19],
		['a backtick', inMethod('        var s = `x`;'), 'CS1056', 6, 17],
		['an expression that ends early', inMethod('        int x = 5 + ;'), 'CS1525', 6, 21],
		['an argument missing', inMethod('        Foo(1, );'), 'CS1525', 6, 16],
		['a statement that does nothing', inMethod('        x + 1;'), 'CS0201', 6, 9],
		['a method outside of a class', 'using UnityEngine;\nvoid Start() { }', 'CS0116', 2, 6],
		['a statement in the class body', inClass('    if (true) { }'), 'CS1519', 4, 5],
		['a method without return type', inClass('    public Foo() { }'), 'CS1520', 4, 12],
		['a field declared twice', inClass('    int a;\n    float a;'), 'CS0102', 5, 11],
		[
			'a method declared twice',
			inClass('    void Update() { }\n    void Update() { }'),
			'CS0111',
			5,
			10,
		],
		['#if without #endif', 'class A { }\n#if UNITY_EDITOR\nclass B { }\n', 'CS1027', 4, 1],
		['an unknown directive', '#nonsense\nclass A { }', 'CS1024', 1, 1],
		['a wrong escape', inMethod('        var p = "C:\\games";'), 'CS1009', 6, 20],
		['an empty character', inMethod("        char c = '';"), 'CS1011', 6, 18],
		['two characters in one', inMethod("        char c = 'ab';"), 'CS1012', 6, 18],
		['a file-scoped namespace', 'namespace Game;\n\npublic class A { }\n', 'CS8773', 1, 1],
		['a raw string', inMethod('        var s = """x""";'), 'CS8773', 6, 17],
		['a global using', 'global using System;\n', 'CS8773', 1, 1],
		['a record struct', 'public record struct A(int B);\n', 'CS8773', 1, 15],
		['a required member', inClass('    public required int a;'), 'CS8773', 4, 25],
		['a file-local type', 'file class A\n{\n}\n', 'CS8773', 1, 12],
		['a list pattern', inMethod('        if (a is [1, 2]) return;'), 'CS8773', 6, 18],
		['a collection expression', inClass('    int[] a = [1, 2];'), 'CS8773', 4, 15],
		['a primary constructor', 'public class A(int b)\n{\n}\n', 'CS8773', 1, 15],
		['a dotted pattern', inMethod('        if (a is { b.c: 3 }) return;'), 'CS8773', 6, 23],
		['a UTF-8 string', inMethod('        var s = "a"u8;'), 'CS8773', 6, 17],
		['an escape of C# 13', inMethod('        var s = "\\e";'), 'CS8773', 6, 18],
		['an alias of a tuple', 'using P = (int, int);\n', 'CS8773', 1, 11],
		['an unsigned shift', inMethod('        var b = a >>> 1;'), 'CS8773', 6, 17],
		['else alone', inMethod('        else { }'), 'CS8641', 6, 9],
		['try alone', inMethod('        try { }\n        Foo();'), 'CS1524', 6, 16],
		['a keyword as name', inMethod('        int class = 3;'), 'CS1041', 6, 13],
		['using after a class', 'class A { }\nusing UnityEngine;', 'CS1529', 2, 1],
		['new without arguments', inMethod('        var v = new Vector3;'), 'CS1526', 6, 28],
		['an interpolation that breaks', inMethod('        var s = $"{1 + }";'), 'CS1733', 6, 23],
		['an interpolation left open', inMethod('        var s = $"{1 ;'), 'CS1039', 6, 17],
		['a switch arm without arrow', inMethod('        var s = 1 switch { 1 2 };'), 'CS1003', 6, 30],
		['a foreach without in', inMethod('        foreach (var x of y) { }'), 'CS1515', 6, 24],
	])('%s', (_, text, code, line, column) => {
		const { errors, types } = checkScripts([{ path: 'Assets/Scripts/Broken.cs', text }])
		expect(errors[0]).toMatchObject({ file: 'Assets/Scripts/Broken.cs', code, line, column })
		expect(types).toEqual([])
	})

	test('a class declared in two files is reported at the second', () => {
		const text = 'using UnityEngine;\npublic class Twice : MonoBehaviour { }\n'
		const { errors } = checkScripts([
			{ path: 'Assets/Other.cs', text },
			{ path: 'Assets/Twice.cs', text },
		])
		expect(errors).toMatchObject([
			{
				file: 'Assets/Twice.cs',
				line: 2,
				column: 14,
				code: 'CS0101',
				message: "The namespace '<global namespace>' already contains a definition for 'Twice'",
			},
		])
	})

	test('a partial class whose other part is not partial', () => {
		const { errors } = checkScripts([
			{ path: 'Assets/A.cs', text: 'public partial class A { }' },
			{ path: 'Assets/B.cs', text: 'public class A { }' },
		])
		expect(errors[0]).toMatchObject({ file: 'Assets/B.cs', code: 'CS0260', line: 1, column: 14 })
	})

	test('a component in a file of another name warns and is not offered', () => {
		const { errors, warnings, types } = checkScripts([
			{
				path: 'Assets/Wrong.cs',
				text: 'using UnityEngine;\npublic class Right : MonoBehaviour { }\n',
			},
		])
		expect(errors).toEqual([])
		expect(warnings).toMatchObject([
			{ file: 'Assets/Wrong.cs', line: 2, column: 14, severity: 'warning' },
		])
		expect(types).toEqual([])
	})

	test('several errors of one file come in the order of their lines', () => {
		const text = inMethod('        int a = 1\n        Foo()\n        int b = 2;')
		const { errors } = checkScripts([{ path: 'Assets/Broken.cs', text }])
		expect(errors.map((e) => [e.code, e.line])).toEqual([
			['CS1002', 6],
			['CS1002', 7],
		])
	})

	test('a base from a package that the simulator does not know is not called an error', () => {
		const text = 'using UnityEngine;\nusing Mirror;\npublic class Net : NetworkThing { }\n'
		expect(checkScripts([{ path: 'Assets/Net.cs', text }]).errors).toEqual([])
	})

	test('deep nesting gives an error, not a crash', () => {
		const text = inMethod(`        var x = ${'('.repeat(5_000)}1${')'.repeat(5_000)};`)
		expect(checkScripts([{ path: 'Assets/Broken.cs', text }]).errors[0]?.code).toBe('CS8078')
	})

	test('any truncated script gives a result, never an exception', () => {
		const text = inClass(
			'    [SerializeField] int[] a = { 1, 2 };\n    string S(object o) => o switch { int i when i > 0 => $"{i:F2} {(i > 1 ? "a" : "b")}", _ => @"x" };\n    void B<T>() where T : new() { foreach (var (k, v) in d) { if (k is { X: > 1 } z) c?.Invoke(k, out var q); } }',
		)
		for (let end = 0; end < text.length - 2; end++) {
			const { errors } = checkScripts([{ path: 'Assets/Broken.cs', text: text.slice(0, end) }])
			if (end > 45) expect(errors.length, text.slice(0, end)).toBeGreaterThan(0)
		}
	})
})

describe('a type that may exist after all', () => {
	test.each([
		[
			'from a package',
			'using UnityEngine;\nusing Cinemachine;\nclass A { CinemachineBrain brain; }',
		],
		['in a namespace that packages extend', 'using UnityEngine.Rendering;\nclass A { Volume v; }'],
		['nested in a base of the engine', 'using UnityEngine.UI;\nclass A : Button { Transition t; }'],
		['a type parameter', 'class A<T> { T one; U Two<U>(U u) { V f<V>(V v) => v; return u; } }'],
		['an alias', 'using Body = UnityEngine.Rigidbody;\nclass A { Body body; }'],
		['qualified', 'namespace Game.Ui { class B {} } namespace Game { class A { Ui.B b; } }'],
		['a product in parentheses', 'class A { int B(int x, int y) => 1 + (x * y) + 1; }'],
		['a constant behind is', 'class A { const int Max = 1; bool B(int x) => x is Max; }'],
		[
			'an attribute without its suffix',
			'using UnityEngine;\nclass A { [Range(0, 1)] public float b; }',
		],
		[
			'without a name of its own',
			'class A { void B() { var x = 1; dynamic y = x; foreach (var _ in "a") { } } }',
		],
		['of the namespace around it', 'namespace UnityEngine.Mine { class A { Rigidbody body; } }'],
	])('%s', (_, text) => {
		expect(checkScripts([{ path: 'Assets/A.cs', text }]).errors).toEqual([])
	})

	test('in a plugin', () => {
		const text = 'class A { Anything at; }'
		const options = { hasForeignTypes: true }
		expect(checkScripts([{ path: 'Assets/A.cs', text }], options).errors).toEqual([])
	})
})

/**
 * Makes the list of public type names that the simulator's C# checker knows, from sources and documentation that are
 * not part of this repository. Run by hand for a new version of Unity:
 * `node scripts/run.mjs scripts/builds/type-names.ts <folder of C# sources or XML documentation>...`
 * (UnityCsReference at the oldest and the newest supported version, the sources of com.unity.ugui, and the reference
 * packs NETStandard.Library.Ref and Microsoft.NETCore.App.Ref). Names only: nothing else of the sources is kept.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseFile } from '../../simulator/src/scripts/parser/parse-file.ts'
import { ROOT } from '../paths.ts'

const OUT = join(ROOT, 'simulator/src/scripts/types/type-names.json')
/** Namespaces that game scripts use; others are not judged. */
const KEPT =
	/^(|System(\.(Buffers|Collections(\.\w+)?|ComponentModel|Diagnostics|Globalization|IO(\.Compression)?|Linq|Net(\.\w+)?|Numerics|Reflection|Runtime\.\w+|Security\.Cryptography|Text(\.RegularExpressions)?|Threading(\.Tasks)?|Xml(\.\w+)?))?|Unity(Engine|Editor)(\..+)?)$/
/** Packages add types of their own to these, which no list of the engine's types has. */
const OPEN =
	/^Unity(Engine|Editor)\.(Rendering|Experimental|U2D|XR|Tilemaps|TestTools|TestRunner|Analytics|Timeline|UI$|VFX|Internal|Search|Animations)/
/** Built into the editor as a package, and complete. */
const CLOSED_ALL_THE_SAME = new Set(['UnityEngine.UI', 'UnityEngine.EventSystems'])
/** Types of packages in namespaces that are listed otherwise. */
const FROM_PACKAGES: Readonly<Record<string, readonly string[]>> = {
	UnityEngine: [
		'RuleTile',
		'RuleOverrideTile',
		'AdvancedRuleOverrideTile',
		'HexagonalRuleTile',
		'IsometricRuleTile',
	],
	'UnityEngine.EventSystems': ['IPointerMoveHandler'],
}

const names = new Map<string, Set<string>>()
const nested = new Set<string>()

function add(namespace: string, name: string): void {
	if (!KEPT.test(namespace) || (OPEN.test(namespace) && !CLOSED_ALL_THE_SAME.has(namespace))) return
	names.set(namespace, (names.get(namespace) ?? new Set()).add(name))
}

for (const folder of process.argv.slice(2)) {
	for (const file of await readdir(folder, { recursive: true })) {
		if (file.endsWith('.cs')) fromSource(await readFile(join(folder, file), 'utf8'))
		if (file.endsWith('.xml')) fromDocumentation(await readFile(join(folder, file), 'utf8'))
	}
}
for (const [namespace, list] of Object.entries(FROM_PACKAGES))
	for (const name of list) add(namespace, name)

const sorted = (list: Iterable<string>): string => [...list].sort().join(' ')
const json = {
	namespaces: Object.fromEntries(
		[...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => [name, sorted(list)]),
	),
	nested: sorted(nested),
}
await writeFile(OUT, `${JSON.stringify(json, null, '\t')}\n`)

function fromSource(text: string): void {
	const { file, diagnostics } = parseFile(text)
	const open = new Set(['public', 'protected'])
	for (const { namespace, enclosing, modifiers, name } of file.types) {
		if (enclosing.length === 0 && modifiers.has('public')) add(namespace, name)
		else if ([...modifiers].some((m) => open.has(m)) && KEPT.test(namespace)) nested.add(name)
	}
	if (diagnostics.length === 0 && !/^\s*#\s*if/m.test(text)) return
	// Some of it was not read: every public type counts, nested or not.
	let namespace = ''
	const words =
		/\bnamespace\s+([\w.]+)|\bpublic\s+(?:[a-z]+\s+)*?(?:class|struct|interface|enum|delegate\s+[\w<>.[\]]+)\s+(\w+)/g
	for (const [, opened, name] of text.matchAll(words)) {
		if (opened !== undefined) namespace = opened
		else if (name !== undefined) add(namespace, name)
	}
}

/** `<member name="T:System.Collections.Generic.List`1">`: the documentation does not tell nested types apart by itself. */
function fromDocumentation(text: string): void {
	const all = [...text.matchAll(/<member name="T:([\w.`]+)"/g)].map(([, full = '']) =>
		full.replaceAll(/`\d+/g, ''),
	)
	const types = new Set(all)
	for (const full of all) {
		const at = full.lastIndexOf('.')
		const owner = full.slice(0, Math.max(0, at))
		if (types.has(owner)) nested.add(full.slice(at + 1))
		else add(owner, full.slice(at + 1))
	}
}

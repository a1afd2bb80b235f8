// Every file and folder that Unity imports needs a .meta with a GUID that never changes.
// `node metas.mjs` writes the missing ones and removes those of files that are gone;
// `node metas.mjs --check` only tells, and fails if there is something to do.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)))
const check = process.argv.includes('--check')

/** Unity leaves out names that end in ~ or begin with a dot. */
const isImported = (name) => !name.endsWith('~') && !name.startsWith('.')

function importerOf(path) {
	if (statSync(path).isDirectory()) return 'folderAsset: yes\nDefaultImporter:'
	const name = path.split(sep).at(-1)
	if (name === 'package.json') return 'PackageManifestImporter:'
	switch (extname(name)) {
		case '.cs':
			return 'MonoImporter:'
		case '.asmdef':
			return 'AssemblyDefinitionImporter:'
		case '.md':
		case '.json':
			return 'TextScriptImporter:'
		default:
			return 'DefaultImporter:'
	}
}

function metaOf(path) {
	// From the path at birth: two people who add the same file get the same GUID.
	const key = `com.fairlead.editor/${relative(PACKAGE, path).split(sep).join('/')}`
	const guid = createHash('md5').update(key).digest('hex')
	const importer = importerOf(path)
	const script = importer === 'MonoImporter:'
		? '  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n'
		: ''
	const externals = importer === 'MonoImporter:' ? '' : '  externalObjects: {}\n'
	return `fileFormatVersion: 2\nguid: ${guid}\n${importer}\n${externals}${script}  userData: \n  assetBundleName: \n  assetBundleVariant: \n`
}

const problems = []
const guids = new Map()

function visit(folder) {
	for (const name of readdirSync(folder).filter(isImported).sort()) {
		const path = join(folder, name)
		const shown = relative(PACKAGE, path)
		if (name.endsWith('.meta')) {
			if (existsSync(path.slice(0, -'.meta'.length))) continue
			problems.push(`${shown} belongs to no file`)
			if (!check) rmSync(path)
			continue
		}
		if (!existsSync(`${path}.meta`)) {
			problems.push(`${shown} has no .meta`)
			if (!check) writeFileSync(`${path}.meta`, metaOf(path))
		}
		if (existsSync(`${path}.meta`)) {
			const guid = /^guid: ([0-9a-f]{32})$/m.exec(readFileSync(`${path}.meta`, 'utf8'))?.[1]
			if (guid === undefined) problems.push(`${shown}.meta has no GUID`)
			else if (guids.has(guid)) problems.push(`${shown} and ${guids.get(guid)} share a GUID`)
			else guids.set(guid, shown)
		}
		if (statSync(path).isDirectory()) visit(path)
	}
}

visit(PACKAGE)
for (const problem of problems) console.log(check ? problem : `${problem}: mended`)
console.log(`${guids.size} files and folders with a GUID`)
process.exit(check && problems.length > 0 ? 1 : 0)

/** Names that other agents give to what our arguments are, and other spellings of ours: models know them by heart. Pure. */

/** Names that other agents' tools have for an argument, in lower case, without separators. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
	path: [
		...['filepath', 'filename', 'file', 'targetfile', 'absolutepath', 'fullpath'],
		...['directory', 'dir', 'directorypath'],
	],
	asset_path: ['path', 'asset', 'prefab', 'prefabpath'],
	paths: ['files', 'file', 'path', 'filepaths'],
	from: ['source', 'sourcepath', 'src', 'frompath', 'oldpath'],
	to: ['destination', 'destinationpath', 'dest', 'topath', 'newpath'],
	content: ['contents', 'text', 'filetext', 'filecontent'],
	find: ['oldstring', 'oldstr', 'oldtext'],
	replace: ['newstring', 'newstr', 'newtext'],
	regex: ['pattern', 'query', 'search'],
	glob: ['include', 'filepattern'],
	game_object_id: ['instanceid', 'gameobject', 'objectid', 'object', 'target', 'targetid', 'id'],
	instance_id: ['gameobjectid', 'gameobject', 'objectid', 'object', 'target', 'targetid', 'id'],
	name: ['query', 'search', 'searchterm', 'namefilter'],
	query: ['searchquery', 'searchterm', 'q'],
	search_query: ['query', 'search', 'searchterm', 'q'],
	settings_category: ['category'],
	folder: ['cwd', 'workdir', 'workingdirectory', 'workingdir', 'directory', 'dir'],
	command: ['cmd'],
	filter: ['logtype', 'level', 'severity'],
	objects: [
		...['instanceid', 'instanceids', 'object', 'gameobject', 'gameobjects'],
		...['target', 'targets', 'id', 'ids'],
	],
	count: ['limit', 'maxresults'],
	limit: ['count', 'maxresults', 'headlimit'],
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The one of our names that is meant; undefined: none, or more than one. */
export function oursFor(name: string, known: readonly string[]): string | undefined {
	const said = letters(name)
	const spelled = known.filter((ours) => letters(ours) === said)
	const found = spelled.length > 0 ? spelled : known.filter((ours) => isForeign(ours, said))
	return found.length === 1 ? found[0] : undefined
}

const isForeign = (ours: string, said: string): boolean =>
	Object.hasOwn(FOREIGN, ours) && FOREIGN[ours]?.includes(said) === true

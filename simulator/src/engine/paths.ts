/** Parts of a path with forward slashes. */

/** `b.mat` of `a/b.mat`; without `extension` if it ends in that. */
export function baseName(path: string, extension = ''): string {
	const name = path.slice(path.lastIndexOf('/') + 1)
	return extension !== '' && name !== extension && name.endsWith(extension)
		? name.slice(0, -extension.length)
		: name
}

/** `a` of `a/b.mat`; `.` if there is no folder. */
export const folderOf = (path: string): string =>
	path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'

/** `.mat` of `a/b.mat`; empty for `b` and for `.b`. */
export function extensionOf(path: string): string {
	const name = baseName(path)
	const dot = name.lastIndexOf('.')
	return dot > 0 ? name.slice(dot) : ''
}

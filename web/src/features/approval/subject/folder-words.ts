/** The contents of a folder, in a sentence. Pure. */
import { count } from '@fairlead/protocol/view/labels/label'

/** @param isPart the listing does not have all of it */
export function folderWords(kinds: readonly string[], isPart: boolean): string {
	const files = kinds.filter((kind) => kind === 'file').length
	const folders = kinds.filter((kind) => kind === 'directory').length
	if (kinds.length === 0 && !isPart) return 'It is an empty folder.'
	const inside = folders === 0 ? '' : ` in it and ${count(folders, 'folder')} below it`
	return `It is a folder with ${isPart ? 'at least ' : ''}${count(files, 'file')}${inside}.`
}

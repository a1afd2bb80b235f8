/** In place of `project-key.ts`: folders of simulated projects are not on disk. */
import { editorKeyOf } from '../../../../relay-cli/src/home/project-key.ts'

export { editorKeyOf }

export const realFolder = async (folder: string): Promise<string> => folder

/** Files, as the relay reads and writes them: what the examples of its tools refer to. Its own tests have the cases. */
import { CaseList, type SetUp } from '../kit/cases.ts'
import { crateTexture, nothing, redMaterial, spinScript } from '../kit/examples.ts'

const written =
	(path: string): SetUp =>
	async (desk) => {
		await desk.ok('write_file', { path, content: '// Spin' })
	}

export const readCases = new CaseList('read_file').example('run', spinScript())
export const writeCases = new CaseList('write_file').example('run', nothing)
export const editCases = new CaseList('edit_file').example('run', spinScript(90))
export const moveCases = new CaseList('move_file').example('run', written('Assets/Spin.cs'))
export const copyCases = new CaseList('copy_file').example('run', written('Assets/Spin.cs'))
export const deleteCases = new CaseList('delete_file').example('run', written('Assets/Old.cs'))
export const listCases = new CaseList('list_directory').example('run', spinScript())
export const searchCases = new CaseList('search_files').example('run', spinScript())
export const usageCases = new CaseList('asset_usages').example('run', redMaterial)
export const unusedCases = new CaseList('unused_assets').example('run', crateTexture)

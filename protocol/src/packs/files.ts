/** Every linked folder: its files, commands in it, and its Git repository. */

import { git } from '../tools/agent/git.ts'
import { runCommand } from '../tools/agent/run-command.ts'
import { appendToFile, copyFile, deleteFile, moveFile } from '../tools/files/file-changes.ts'
import { fileHistory } from '../tools/files/file-history.ts'
import { editFile, listDirectory, readFile, writeFile } from '../tools/files/files.ts'
import { searchFiles } from '../tools/files/search-files.ts'
import type { Pack } from './pack.ts'

export const FILES = {
	title: 'Files, commands and Git',
	tools: {
		read_file: readFile,
		write_file: writeFile,
		edit_file: editFile,
		append_to_file: appendToFile,
		move_file: moveFile,
		copy_file: copyFile,
		delete_file: deleteFile,
		list_directory: listDirectory,
		search_files: searchFiles,
		run_command: runCommand,
		git,
		file_history: fileHistory,
	},
	lead: {
		place:
			"You work in a folder on the user's computer through tools for files, commands and Git. The folder is not a Unity project: there is no editor and no scene.",
		told: [
			'Look before you change: list, search and read what you are about to touch. Paths are relative to the folder, with forward slashes; never invent them.',
			'Keep the style of the code around. Change files with edit_file and write_file, not with commands. run_command starts one program with its arguments, without a shell; the user is asked. Put what runs on, such as a server, in the background, and stop it when you are done.',
			"Check the result: run the project's own tests, build or linter where it has them.",
			'Commit and push only when asked.',
		],
		listsAll: true,
	},
} as const satisfies Pack

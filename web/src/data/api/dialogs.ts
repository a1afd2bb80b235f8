/** Dialogs of Unity, answered from the page. */
import { type DialogAnswer, DialogAnswered } from '@fairlead/protocol/dialog-answer'
import { api } from './client.ts'

export const answerDialog = (
	projectId: string,
	editorKey: string,
	body: DialogAnswer,
): Promise<DialogAnswered> =>
	api(DialogAnswered, `/api/projects/${projectId}/seats/${encodeURIComponent(editorKey)}/dialog`, {
		method: 'POST',
		body,
	})

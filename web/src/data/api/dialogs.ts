/** Dialogs of Unity, looked at and answered from the page. */
import { type DialogAnswer, DialogAnswered } from '@fairlead/protocol/editors/dialog-answer'
import { api, apiBlob } from './client.ts'

export const answerDialog = (
	projectId: string,
	editorKey: string,
	body: DialogAnswer,
): Promise<DialogAnswered> =>
	api(DialogAnswered, `/api/projects/${projectId}/seats/${encodeURIComponent(editorKey)}/dialog`, {
		method: 'POST',
		body,
	})

/** A picture of the window that is open now, as an address for an image; whoever takes it revokes it. */
export const dialogPicture = async (
	projectId: string,
	editorKey: string,
	dialogId: string,
): Promise<string> =>
	URL.createObjectURL(
		await apiBlob(
			`/api/projects/${projectId}/seats/${encodeURIComponent(editorKey)}/dialog/picture?${new URLSearchParams({ dialogId })}`,
		),
	)

/** An endpoint on a loopback port that takes the mails of a server (`MAIL_URL`). */
import { serveWeb, type WebServer } from './web-server.ts'

export interface TakenMail {
	readonly from: string
	readonly to: string
	readonly subject: string
	readonly text: string
	/** The same for a mail that is handed in again; null: it has none. */
	readonly id: string | null
}

export interface MailSink extends WebServer {
	/** Oldest first. */
	readonly mails: readonly TakenMail[]
}

export async function serveMailSink(): Promise<MailSink> {
	const mails: TakenMail[] = []
	const server = await serveWeb(async (request) => {
		const mail = (await request.json()) as Omit<TakenMail, 'id'>
		mails.push({ ...mail, id: request.headers.get('idempotency-key') })
		return Response.json({})
	})
	return { ...server, mails }
}

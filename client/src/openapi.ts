/** Generated from openapi.json by `npm run types`. */

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How MCP clients are connected (RFC 8414) */
        get: operations["getAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where MCP clients of a project are connected (RFC 9728) */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your account and the ways in which you sign in */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /** Delete your account */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /** Change your name */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/api/account/arena-player": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your player in the Core War arena, with the sources of its warriors */
        get: operations["getArenaPlayer"];
        put?: never;
        /** Become a player in the Core War arena, or get a new key for your player */
        post: operations["makeArenaPlayer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/arena-player/arena": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start an arena with your warrior */
        post: operations["startArenaBattle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/arena-player/arena-warrior": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload your warrior for arenas; it replaces the one before */
        post: operations["uploadArenaWarrior"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/arena-player/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fight another player */
        post: operations["challengeArenaPlayer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/arena-player/warrior": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload your warrior for battles of two; it replaces the one before */
        post: operations["uploadArenaDuelWarrior"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the deletion of your account would do to your projects */
        get: operations["planAccountDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download everything that is stored about you */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/identities/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to link an account at another service to yours */
        post: operations["linkIdentity"];
        /** Remove a linked account at another service */
        delete: operations["removeIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove your mail address */
        delete: operations["removeMail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was done with your account */
        get: operations["listOwnAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/anonymous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try it without an account */
        post: operations["startTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/magic-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a link by mail that signs in */
        post: operations["askMailLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/magic-link/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a mailed link */
        post: operations["useMailLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oauth/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign in with an account at another service */
        post: operations["beginOAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oauth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Come back from another service */
        get: operations["finishOAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the ways to sign in */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the options for signing in with a passkey */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in as the owner with the setup token */
        post: operations["signInWithSetupToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all sessions of yours */
        post: operations["signOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the MCP clients that you connected */
        get: operations["listConnections"];
        put?: never;
        /** Connect an MCP client to a project, or refuse it */
        post: operations["answerConnectionRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect an MCP client */
        delete: operations["revokeConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what an MCP client asks for */
        get: operations["getConnectionRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a conversation */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        /** Delete a conversation with its messages for good */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        /** Rename, pin, archive or file a conversation, or change its model, effort, mode or budget */
        patch: operations["updateConversation"];
        trace?: never;
    };
    "/api/conversations/{conversationId}/agents/{toolCallId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the steps of a sub-agent that a call of a conversation started */
        get: operations["getSubAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/approvals/{approvalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer an approval */
        post: operations["answerApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/blobs/{blobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a stored picture or file */
        get: operations["readBlob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the branches of a conversation */
        get: operations["listBranches"];
        put?: never;
        /** Begin a conversation with what stands before a question, or up to an answer */
        post: operations["branchConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what a model reads of a conversation: sizes by kind, and summaries */
        get: operations["getContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/export/html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export a conversation as one HTML file that replays it */
        get: operations["exportConversationAsHtml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/export/json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export a conversation as JSON */
        get: operations["exportConversationAsJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/export/markdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export a conversation as Markdown */
        get: operations["exportConversationAsMarkdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a page of messages */
        get: operations["listMessages"];
        put?: never;
        /** Send a message and stream the answer */
        post: operations["postMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/messages/{chatId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream the active run, for a stock AI SDK client */
        get: operations["followRunAsChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the messages waiting to join the run */
        get: operations["listQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/queue/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw a message that has not joined the run */
        delete: operations["withdrawMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revert a step or a run, or preview the revert */
        post: operations["revert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/reverts/{revertId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of a revert */
        get: operations["getRevert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/room": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Join the room as a visitor with a share link, for this conversation only (WebSocket) */
        get: operations["watchConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the active run */
        post: operations["stopRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream the active run */
        get: operations["followRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the summary that models read in place of the beginning of a conversation */
        patch: operations["editSummary"];
        trace?: never;
    };
    "/api/conversations/{conversationId}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete a conversation, with a week to restore it */
        post: operations["trashConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversationId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usage of a conversation, with the model calls of its runs */
        get: operations["getConversationUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a code to pair this computer with a project (RFC 8628) */
        post: operations["requestPairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Poll for the relay token of an approved code (RFC 8628) */
        post: operations["redeemPairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Hear when something begins or stops to wait for you (WebSocket) */
        get: operations["watchFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the server is running, and which model it uses */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read what an invitation is for */
        post: operations["lookAtInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the model providers, and which of them you have a key for */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Store your key for a model provider, instead of the one before */
        put: operations["putKey"];
        post?: never;
        /** Remove your key for a model provider */
        delete: operations["removeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live-arena": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your player in an arena of another server */
        get: operations["getLiveArena"];
        /** Store your player in an arena of another server, instead of the one before */
        put: operations["putLiveArena"];
        post?: never;
        /** Remove your player in an arena of another server from here */
        delete: operations["removeLiveArena"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live-arena/player": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read your player in an arena of another server, as it is there now */
        get: operations["getLiveArenaPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp-servers/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Come back from the sign-in at an MCP server */
        get: operations["finishMcpSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in user */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/model-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your own model servers */
        get: operations["listModelEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/model-endpoints/{endpointName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Store a model server of your own, instead of the one of this name */
        put: operations["putModelEndpoint"];
        post?: never;
        /** Remove your model server */
        delete: operations["removeModelEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/model-endpoints/{endpointName}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the models of your model server again */
        post: operations["refreshModelEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models that a conversation can choose here */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models of which you have set values of your own */
        get: operations["listModelFacts"];
        /** Set sizes, prices and abilities of a model, instead of those that are listed */
        put: operations["putModelFacts"];
        post?: never;
        /** Remove what you have set of a model: what is listed counts again */
        delete: operations["removeModelFacts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/favourites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a model one of your favourites, or no longer */
        post: operations["markModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/refresh/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the models that a provider lists, with your key or the server’s */
        post: operations["refreshModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/needs-you": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the conversations that wait for your answer, over all your projects */
        get: operations["getNeedsYou"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this description of the API */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/arena-players/{playerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a player of the Core War arena who has no account here */
        delete: operations["removeArenaPlayer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of this server, with what they use */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/people/{userId}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the plan or single limits of a person */
        patch: operations["setQuotaOfPerson"];
        trace?: never;
    };
    "/api/operator/people/{userId}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suspend a person: close what they have open, stop their runs */
        post: operations["suspendPerson"];
        /** End the suspension of a person */
        delete: operations["unsuspendPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the projects of this server, with what they use */
        get: operations["listAllProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{projectId}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the plan or single limits of a project */
        patch: operations["setQuotaOfProject"];
        trace?: never;
    };
    "/api/operator/projects/{projectId}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suspend a project: close what is open there, stop its runs */
        post: operations["suspendProject"];
        /** End the suspension of a project */
        delete: operations["unsuspendProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/secrets/reseal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Encrypt a batch of stored secrets anew under the current SECRETS_KEY */
        post: operations["resealSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pairings/{userCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the computer that shows this code */
        get: operations["getPairing"];
        put?: never;
        post?: never;
        /** Refuse the computer that shows this code */
        delete: operations["denyPairing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your passkeys */
        get: operations["listPasskeys"];
        put?: never;
        /** Add the passkey that the browser made */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /** Rename a passkey */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/passkeys/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the options for making a passkey */
        post: operations["beginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your projects */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a project */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /** Delete a project with its conversations and relay links */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /** Rename a project, or change its run limits */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/projects/{projectId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who did what in a project */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/audit/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download who did what in a project, as CSV */
        get: operations["exportAuditCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/audit/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download who did what in a project, as lines of JSON */
        get: operations["exportAuditLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the automations of a project */
        get: operations["listAutomations"];
        put?: never;
        /** Create an automation */
        post: operations["createAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an automation */
        get: operations["getAutomation"];
        put?: never;
        post?: never;
        /** Delete an automation with its delivery log */
        delete: operations["deleteAutomation"];
        options?: never;
        head?: never;
        /** Change an automation, or switch it on or off */
        patch: operations["updateAutomation"];
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an automation's deliveries */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with what came */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver the same again, as a new delivery */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the reports of an automation */
        get: operations["listReports"];
        put?: never;
        /** Report the outcomes of an automation */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/reports/{reportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a report */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        /** Change a report, or switch it on or off */
        patch: operations["updateReport"];
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/reports/{reportId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last attempts to send a report */
        get: operations["listReportAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/reports/{reportId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace what a report's webhook is signed with */
        post: operations["replaceReportSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/reports/{reportId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test now */
        post: operations["testReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of an automation's webhook */
        post: operations["replaceAutomationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/automations/{automationId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try an automation with a sample payload, with or without a run */
        post: operations["testAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set a project’s budget in dollars: for everybody’s runs in it */
        put: operations["setProjectBudget"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the changes that people made to a project and its conversations */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/computers/{relayId}/unity-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the Unity projects on a computer that you paired */
        get: operations["listUnityProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/computers/{relayId}/unity-projects/{unityProjectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a Unity project on a computer that you paired, install the package there, or open it */
        post: operations["setUpUnityProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List or search the conversations of a project */
        get: operations["listConversations"];
        put?: never;
        /** Start a conversation */
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a shared conversation into this project */
        post: operations["copyConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the folders of the conversations of a project */
        get: operations["listFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is always allowed in a project */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/grants/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a permission, so that the agent asks again */
        delete: operations["revokeGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open invitations of a project */
        get: operations["listInvitations"];
        put?: never;
        /** Invite people by a link */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave a project */
        post: operations["leaveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/mcp-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the MCP servers that the agent may use */
        get: operations["listMcpServers"];
        put?: never;
        /** Let the agent use an MCP server */
        post: operations["addMcpServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/mcp-servers/{serverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an MCP server */
        delete: operations["removeMcpServer"];
        options?: never;
        head?: never;
        /** Change an MCP server, the risk of its tools, or switch it on or off */
        patch: operations["updateMcpServer"];
        trace?: never;
    };
    "/api/projects/{projectId}/mcp-servers/{serverId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask an MCP server for its tools again */
        post: operations["readMcpServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/mcp-servers/{serverId}/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign in at an MCP server, for the whole project */
        post: operations["signInAtMcpServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of a project */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member from a project */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Give a member another role */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/projects/{projectId}/members/{userId}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a member an owner, and step down */
        post: operations["transferOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/pairings/{userCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pair the computer that shows this code with the project */
        post: operations["approvePairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/relay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Connect a relay to the project (WebSocket) */
        get: operations["connectRelay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/relay-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the relay token of this request */
        get: operations["getOwnRelayToken"];
        put?: never;
        post?: never;
        /** Revoke the relay token of this request, and close its connections */
        delete: operations["revokeOwnRelayToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/relay-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the relay tokens of a project */
        get: operations["listRelayTokens"];
        put?: never;
        /** Create a relay token */
        post: operations["createRelayToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/relay-tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a relay token and close its connections */
        delete: operations["revokeRelayToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/room": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Join the project's room as a viewer (WebSocket) */
        get: operations["watchRoom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/schedule-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Work out the next five times of a schedule */
        get: operations["getScheduleTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a project's linked folders */
        get: operations["listSeats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/seats/{editorKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a linked folder whose relay is permanently gone */
        delete: operations["forgetSeat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/seats/{editorKey}/commands/{handle}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a command that the agent began in the background */
        post: operations["stopCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/seats/{editorKey}/dialog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Press a button of the dialog that is open in Unity */
        post: operations["answerDialog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/seats/{editorKey}/dialog/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Take a picture of the dialog that is open in Unity */
        get: operations["readDialogPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the share links of a project */
        get: operations["listShares"];
        put?: never;
        /** Share a conversation or the whole project by a link */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a share link */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/trash/{conversationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a conversation of the trash for good */
        delete: operations["eraseConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/trash/{conversationId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a conversation from the trash */
        post: operations["restoreConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the web search services, and which of them you have a key for */
        get: operations["listSearchKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search-keys/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Store your key for a web search service, instead of the one before */
        put: operations["putSearchKey"];
        post?: never;
        /** Remove your key for a web search service */
        delete: operations["removeSearchKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the browsers in which you are signed in */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session of yours */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look where a share link leads, without opening it */
        get: operations["getShareTarget"];
        put?: never;
        /** Open a share link in this browser */
        post: operations["openShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your skills */
        get: operations["listSkills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{skillName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one of your skills */
        get: operations["getSkill"];
        /** Store a skill, instead of the one of this name */
        put: operations["putSkill"];
        post?: never;
        /** Remove one of your skills */
        delete: operations["removeSkill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your API tokens */
        get: operations["listApiTokens"];
        put?: never;
        /** Create an API token */
        post: operations["createApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API token and end what it has open */
        delete: operations["revokeApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usage of your projects */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set your budget in dollars: for all your runs, in every project */
        put: operations["setBudget"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your budget in dollars, and that of a project you own, with what is spent of them */
        get: operations["getBudgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usage of your projects by day */
        get: operations["getUsageByDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your limits, and those of a project, with what is used of them */
        get: operations["getUsageLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{automationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver a webhook to an automation */
        post: operations["deliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use the project from an MCP client (Streamable HTTP, both revisions) */
        post: operations["mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/mcp-client.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What authorization servers of MCP servers read of Fairlead */
        get: operations["getMcpClientDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an MCP client that has no metadata document (RFC 7591) */
        post: operations["registerMcpClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A client gives its tokens back (RFC 7009) */
        post: operations["revokeMcpToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tokens for a code, or for a refresh token (OAuth 2.1) */
        post: operations["getMcpTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a share link leads to, as a page without scripts */
        get: operations["readShare"];
        put?: never;
        /** Open a share link in this browser, without scripts */
        post: operations["openShareByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{token}/c/{conversationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a conversation of a shared project, as a page without scripts */
        get: operations["readSharedConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/pictures/{shareId}/{conversationId}/{blobId}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a picture of a shared page, while the link is in force */
        get: operations["readSharedPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @enum {string} */
            code: "invalid_request" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "run_active" | "queue_full" | "revert_active" | "nothing_to_revert" | "too_large" | "rate_limited" | "setup_token_invalid" | "setup_disabled" | "sign_in_disabled" | "sign_up_closed" | "sign_in_link_invalid" | "passkey_invalid" | "last_way_in" | "fresh_sign_in_needed" | "provider_not_configured" | "suspended" | "operator_disabled" | "quota_used_up" | "quota_full" | "budget_exceeded" | "budget_no_price" | "unknown_model" | "model_key_missing" | "key_refused" | "key_without_credit" | "keys_not_stored" | "upgrade_required" | "room_full" | "share_used_up" | "unavailable" | "internal";
            detail?: string;
            issues?: {
                message: string;
                path: string;
            }[];
            quota?: {
                /** @enum {string} */
                limit: "runs_per_day" | "runs_per_month" | "runs" | "model_tokens_per_month" | "server_key_usd_per_day" | "server_key_usd_per_month" | "server_key_tokens_per_day" | "server_key_tokens_per_month" | "projects" | "api_tokens" | "storage_mb" | "viewers" | "relays";
                max: number;
                /** @enum {string} */
                of: "person" | "project";
                resetsAt: number | null;
                used: number | null;
            };
            requestId?: string;
            status: number;
            title: string;
            type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAuthorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoints and abilities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same for every project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        name: string;
                        /** @enum {string} */
                        role: "owner" | "member" | "trial";
                        userId: string;
                        waysIn: ({
                            /** @constant */
                            kind: "setup_token";
                        } | {
                            count: number;
                            /** @constant */
                            kind: "passkeys";
                        } | {
                            /** @constant */
                            kind: "identity";
                            label: string;
                            provider: string;
                        } | {
                            email: string;
                            /** @constant */
                            kind: "mail";
                        })[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description You are signed out everywhere. Projects that only you owned are being deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Messages sent before keep the old name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        name: string;
                        /** @enum {string} */
                        role: "owner" | "member" | "trial";
                        userId: string;
                        waysIn: ({
                            /** @constant */
                            kind: "setup_token";
                        } | {
                            count: number;
                            /** @constant */
                            kind: "passkeys";
                        } | {
                            /** @constant */
                            kind: "identity";
                            label: string;
                            provider: string;
                        } | {
                            email: string;
                            /** @constant */
                            kind: "mail";
                        })[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getArenaPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Null if you have none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        player: {
                            arena_losses: number;
                            arena_rating: number;
                            arena_ties: number;
                            arena_warrior: {
                                auto_join: boolean;
                                name: string;
                                redcode: string;
                                updated_at: string;
                            } | null;
                            arena_wins: number;
                            id: number;
                            losses: number;
                            name: string;
                            rating: number;
                            ties: number;
                            warrior: {
                                id: number;
                                name: string;
                                redcode: string;
                                updated_at: string;
                            } | null;
                            wins: number;
                        } | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeArenaPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description You had a player. Its old key no longer works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: string;
                        id: number;
                        name: string;
                    };
                };
            };
            /** @description You have a player now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: string;
                        id: number;
                        name: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startArenaBattle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The arena is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        arena_id: number;
                        left_out: {
                            name: string;
                            player_id: number;
                            reason: string;
                        }[];
                        placements: {
                            is_stock_bot: boolean;
                            name: string;
                            placement: number;
                            player_id: number | null;
                            rating_after: number | null;
                            rating_before: number | null;
                            rating_change: number | null;
                            slot_index: number;
                            total_score: number;
                        }[];
                    };
                };
            };
            /** @description Read it at "poll". */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        arena_id: number;
                        poll: string;
                        rounds_done: number;
                        rounds_total: number;
                        /** @constant */
                        status: "running";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadArenaWarrior: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    auto_join?: boolean;
                    name: string;
                    redcode: string;
                };
            };
        };
        responses: {
            /** @description It assembles and is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auto_join: boolean;
                        id: number;
                        instruction_count: number;
                        name: string;
                        redcode: string;
                        updated_at: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    challengeArenaPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    defender_id: number;
                };
            };
        };
        responses: {
            /** @description The battle is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        battle_id: number;
                        diminishing_factor: number;
                        rating_changes: {
                            challenger: {
                                after: number;
                                before: number;
                                change: number;
                                name: string;
                            };
                            defender: {
                                after: number;
                                before: number;
                                change: number;
                                name: string;
                            };
                        };
                        /** @enum {string} */
                        result: "challenger_win" | "defender_win" | "tie";
                        rounds: {
                            round: number;
                            seed: number;
                            /** @enum {string} */
                            winner: "challenger" | "defender" | "tie";
                        }[];
                        score: {
                            challenger_wins: number;
                            defender_wins: number;
                            ties: number;
                        };
                        suicide_nullified: boolean;
                    };
                };
            };
            /** @description Read it at "poll". */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        battle_id: number;
                        poll: string;
                        rounds_done: number;
                        rounds_total: number;
                        /** @constant */
                        status: "running";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadArenaDuelWarrior: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    redcode: string;
                };
            };
        };
        responses: {
            /** @description It assembles and is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        instruction_count: number;
                        message: string;
                        name: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planAccountDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is deleted yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        blocked: {
                            conversations: number;
                            id: string;
                            name: string;
                        }[];
                        deletes: {
                            conversations: number;
                            id: string;
                            name: string;
                        }[];
                        leaves: {
                            conversations: number;
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without keys and hashes. It ends with `"complete":true`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            [key: string]: unknown;
                        }[];
                        /** @constant */
                        complete: true;
                        conversations: {
                            [key: string]: unknown;
                        }[];
                        exportedAt: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    linkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    invitation?: string;
                    /** @default / */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Where the browser goes next. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri */
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeIdentity: {
        parameters: {
            query: {
                label: string;
            };
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It no longer signs you in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It no longer signs you in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOwnAudit: {
        parameters: {
            query?: {
                by?: string;
                cursor?: string;
                event?: string;
                from?: number;
                limit?: number;
                refused?: "true" | "false";
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            address: string;
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                            };
                            createdAt: number;
                            detail: unknown;
                            event: string;
                            id: string;
                            projectId: string | null;
                            refused: string | null;
                            subject: string | null;
                            summary: string;
                            times: number;
                        }[];
                        events: {
                            event: string;
                            summary: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startTrial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default / */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description On trial. A cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        to: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askMailLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    invitation?: string;
                    /** @default / */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description If this address has an account, or may make one, the link is on its way. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    useMailLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Signed in. A cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        to: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginOAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    invitation?: string;
                    /** @default / */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Where the browser goes next. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri */
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    finishOAuth: {
        parameters: {
            query?: {
                code?: string;
                error?: string;
                state?: string;
            };
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the page that was asked for, or to the sign-in page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways that are set up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mail: boolean;
                        providers: {
                            /** @enum {string} */
                            id: "github" | "google";
                            name: string;
                        }[];
                        setupToken: boolean;
                        /** @enum {string} */
                        signUp: "open" | "listed" | "invited" | "closed";
                        trial: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    rawId: string;
                    response: {
                        authenticatorData: string;
                        clientDataJSON: string;
                        signature: string;
                        userHandle?: string | null;
                    };
                    /** @constant */
                    type: "public-key";
                };
            };
        };
        responses: {
            /** @description Signed in. A session cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        role: "owner" | "member" | "trial";
                        suspended?: string;
                        userId: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For `navigator.credentials.get`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInWithSetupToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Signed in. A session cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        role: "owner" | "member" | "trial";
                        suspended?: string;
                        userId: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. The cookie is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out in every browser, including this one. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: {
                            clientId: string;
                            createdAt: number;
                            expiresAt: number;
                            id: string;
                            label: string;
                            lastUsedAt: number | null;
                            projectId: string;
                            projectName: string;
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerConnectionRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    request: {
                        client_id: string;
                        code_challenge: string;
                        /** @constant */
                        code_challenge_method: "S256";
                        redirect_uri: string;
                        resource: string;
                        /** @constant */
                        response_type: "code";
                        scope?: string;
                        state?: string;
                    };
                    scopes: ("editor:read" | "editor:call" | "runs:start" | "runs:approve")[];
                };
            };
        };
        responses: {
            /** @description Where the browser goes next. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        redirect: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its tokens are refused from now on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConnectionRequest: {
        parameters: {
            query: {
                client_id: string;
                code_challenge: string;
                code_challenge_method: "S256";
                redirect_uri: string;
                resource: string;
                response_type: "code";
                scope?: string;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For the person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientDocument: string | null;
                        clientHost: string | null;
                        clientName: string;
                        project: {
                            id: string;
                            name: string;
                        };
                        returnsTo: {
                            host: string;
                            /** @constant */
                            kind: "site";
                        } | {
                            /** @constant */
                            kind: "app";
                            scheme: string;
                        } | {
                            /** @constant */
                            kind: "computer";
                        };
                        scopes: ("editor:read" | "editor:call" | "runs:start" | "runs:approve")[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without its messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    archived?: boolean;
                    budget?: {
                        costUsd?: number;
                        steps?: number;
                        tokens?: number;
                    } | null;
                    effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max") | null;
                    folder?: string | null;
                    /** @enum {string} */
                    mode?: "ask" | "auto" | "read-only";
                    model?: string | null;
                    pinned?: boolean;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description The updated conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSubAgent: {
        parameters: {
            query: {
                at: number;
            };
            header?: never;
            path: {
                conversationId: string;
                toolCallId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its steps so far, with their calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        finishedAt?: number;
                        startedAt: number;
                        /** @enum {string} */
                        state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                        steps: {
                            calls: {
                                errorText?: string;
                                input: {
                                    [key: string]: string;
                                };
                                /** @enum {string} */
                                state: "running" | "asking" | "done" | "failed" | "denied";
                                tool: string;
                            }[];
                            finishedAt?: number;
                            /** @enum {string} */
                            kind: "model" | "tools";
                            seq: number;
                            startedAt: number;
                            /** @enum {string} */
                            state: "running" | "waiting" | "done" | "failed";
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approved: boolean;
                    reason?: string;
                    /**
                     * @default once
                     * @enum {string}
                     */
                    scope?: "once" | "run" | "project";
                    wider?: boolean;
                };
            };
        };
        responses: {
            /** @description The run continues with this answer. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBlob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                blobId: string;
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file's bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBranches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, fifty at most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        branches: {
                            createdAt: number;
                            id: string;
                            messageId: string;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    branchConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    messageId: string;
                    requestId: string;
                };
            };
        };
        responses: {
            /** @description The branch that this request has made before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The branch. Send its next message to it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Estimated for the next request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: string | null;
                        parts: {
                            /** @enum {string} */
                            kind: "system" | "tools" | "summaries" | "project" | "messages" | "calls" | "pictures";
                            tokens: number;
                        }[];
                        summaries: {
                            createdAt: number;
                            edited?: {
                                at: number;
                                by: {
                                    id: string;
                                    /** @enum {string} */
                                    kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                    name: string;
                                    userId: string | null;
                                };
                            };
                            inUse: boolean;
                            number: number;
                            replacedTokens: number;
                            text: string;
                        }[];
                        viewTokens: number;
                        windowTokens: number | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportConversationAsHtml: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With its pictures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportConversationAsJson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With its pictures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        complete: boolean;
                        createdAt: number;
                        exportedAt: number;
                        /** @constant */
                        format: "fairlead.conversation";
                        messages: {
                            id: string;
                            metadata?: {
                                [key: string]: unknown;
                            };
                            parts: {
                                [key: string]: unknown;
                            }[];
                            /** @enum {string} */
                            role: "user" | "assistant";
                        }[];
                        pictures?: {
                            [key: string]: string;
                        };
                        picturesLeftOut?: number;
                        title: string;
                        /** @constant */
                        version: 1;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportConversationAsMarkdown: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With its pictures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                before?: string;
                limit?: number;
            };
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activeRun: {
                            id: string;
                            messageId: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                        } | null;
                        before: string | null;
                        messages: {
                            id: string;
                            metadata?: {
                                [key: string]: unknown;
                            };
                            parts: {
                                [key: string]: unknown;
                            }[];
                            /** @enum {string} */
                            role: "user" | "assistant";
                        }[];
                        queued?: {
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                                userId: string | null;
                            };
                            createdAt: number;
                            id: string;
                            parts: {
                                [key: string]: unknown;
                            }[];
                            /** @enum {string} */
                            steer: "step" | "interrupt";
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                    message: {
                        id: string;
                        metadata?: unknown;
                        parts: ({
                            text: string;
                            /** @constant */
                            type: "text";
                        } | {
                            filename?: string;
                            /** @enum {string} */
                            mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
                            /** @constant */
                            type: "file";
                            /** Format: starts_with */
                            url: string;
                        })[];
                        /** @constant */
                        role: "user";
                    };
                    /** @enum {string} */
                    mode?: "ask" | "auto" | "read-only";
                    model?: string;
                    /** @enum {string} */
                    steer?: "step" | "interrupt";
                } | {
                    /** @enum {string} */
                    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                    id?: string;
                    messageId?: string | null;
                    messages: unknown[];
                    /** @enum {string} */
                    mode?: "ask" | "auto" | "read-only";
                    model?: string;
                    /** @enum {string} */
                    steer?: "step" | "interrupt";
                    /** @enum {string} */
                    trigger?: "submit-message" | "regenerate-message";
                };
            };
        };
        responses: {
            /** @description The AI SDK's UI message stream, version 1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A run is active. The message is stored and joins it (see "steer"). */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: {
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                                userId: string | null;
                            };
                            createdAt: number;
                            id: string;
                            parts: {
                                [key: string]: unknown;
                            }[];
                            /** @enum {string} */
                            steer: "step" | "interrupt";
                        };
                        run: {
                            id: string;
                            messageId: string;
                        } | null;
                    };
                };
            };
            /** @description The message was already sent, and its run has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followRunAsChat: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                chatId: string;
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The AI SDK's UI message stream, version 1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No run is active. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order they were sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: {
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                                userId: string | null;
                            };
                            createdAt: number;
                            id: string;
                            parts: {
                                [key: string]: unknown;
                            }[];
                            /** @enum {string} */
                            steer: "step" | "interrupt";
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    choices?: {
                        /** @enum {string} */
                        choice: "skip" | "overwrite";
                        key: string;
                        seen?: string;
                    }[];
                    messageId: string;
                    /** @default false */
                    preview?: boolean;
                    requestId?: string;
                    revertId?: string;
                    stepId?: string;
                };
            };
        };
        responses: {
            /** @description With `preview`: what the revert would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            conflicts: number;
                            impossible: number;
                            ready: number;
                            reverted: number;
                            skipped: number;
                        };
                        items: {
                            /** @enum {string} */
                            change: "undo" | "redo" | "restore" | "recreate" | "trash" | "none";
                            count?: number;
                            details?: string[];
                            diff?: string;
                            key: string;
                            /** @enum {string} */
                            kind: "scene" | "file" | "folder" | "effect";
                            label: string;
                            /** @enum {string} */
                            reason?: "changed_above" | "objects_changed" | "editor_restarted" | "history_cleared" | "editor_away" | "relay_away" | "open_scene" | "changed" | "changed_later" | "deleted" | "occupied" | "not_empty" | "evicted" | "not_kept" | "open" | "io" | "outside" | "effect_unknown" | "not_chosen";
                            seen?: string;
                            /** @enum {string} */
                            state: "ready" | "conflict" | "impossible" | "unchanged" | "reverted" | "skipped" | "unknown";
                            text?: string;
                        }[];
                        truncated: boolean;
                    };
                };
            };
            /** @description The revert has started and continues in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        by: {
                            id: string;
                            /** @enum {string} */
                            kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                            name: string;
                            userId: string | null;
                        };
                        counts: {
                            conflicts: number;
                            impossible: number;
                            ready: number;
                            reverted: number;
                            skipped: number;
                        };
                        createdAt: number;
                        finishedAt?: number;
                        items: {
                            /** @enum {string} */
                            change: "undo" | "redo" | "restore" | "recreate" | "trash" | "none";
                            count?: number;
                            details?: string[];
                            diff?: string;
                            key: string;
                            /** @enum {string} */
                            kind: "scene" | "file" | "folder" | "effect";
                            label: string;
                            /** @enum {string} */
                            reason?: "changed_above" | "objects_changed" | "editor_restarted" | "history_cleared" | "editor_away" | "relay_away" | "open_scene" | "changed" | "changed_later" | "deleted" | "occupied" | "not_empty" | "evicted" | "not_kept" | "open" | "io" | "outside" | "effect_unknown" | "not_chosen";
                            seen?: string;
                            /** @enum {string} */
                            state: "ready" | "conflict" | "impossible" | "unchanged" | "reverted" | "skipped" | "unknown";
                            text?: string;
                        }[];
                        messageId: string;
                        revertedBy?: string;
                        revertId: string;
                        revertOf?: string;
                        /** @enum {string} */
                        state: "running" | "done" | "failed";
                        stepId?: string;
                        text: string | null;
                        truncated: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRevert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
                revertId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revert, as it appears in the message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        by: {
                            id: string;
                            /** @enum {string} */
                            kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                            name: string;
                            userId: string | null;
                        };
                        counts: {
                            conflicts: number;
                            impossible: number;
                            ready: number;
                            reverted: number;
                            skipped: number;
                        };
                        createdAt: number;
                        finishedAt?: number;
                        items: {
                            /** @enum {string} */
                            change: "undo" | "redo" | "restore" | "recreate" | "trash" | "none";
                            count?: number;
                            details?: string[];
                            diff?: string;
                            key: string;
                            /** @enum {string} */
                            kind: "scene" | "file" | "folder" | "effect";
                            label: string;
                            /** @enum {string} */
                            reason?: "changed_above" | "objects_changed" | "editor_restarted" | "history_cleared" | "editor_away" | "relay_away" | "open_scene" | "changed" | "changed_later" | "deleted" | "occupied" | "not_empty" | "evicted" | "not_kept" | "open" | "io" | "outside" | "effect_unknown" | "not_chosen";
                            seen?: string;
                            /** @enum {string} */
                            state: "ready" | "conflict" | "impossible" | "unchanged" | "reverted" | "skipped" | "unknown";
                            text?: string;
                        }[];
                        messageId: string;
                        revertedBy?: string;
                        revertId: string;
                        revertOf?: string;
                        /** @enum {string} */
                        state: "running" | "done" | "failed";
                        stepId?: string;
                        text: string | null;
                        truncated: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subprotocol fairlead.viewer.v1. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    runId?: string;
                    withdrawQueued?: boolean;
                };
            };
        };
        responses: {
            /** @description The run and its current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @default 0 */
                        openCalls: number;
                        runId: string | null;
                        state: ("queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled") | null;
                        /** @default [] */
                        withdrawn: {
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                                userId: string | null;
                            };
                            createdAt: number;
                            id: string;
                            parts: {
                                [key: string]: unknown;
                            }[];
                            /** @enum {string} */
                            steer: "step" | "interrupt";
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followRun: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The AI SDK's UI message stream, version 1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No run is active. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    number: number;
                    text: string;
                };
            };
        };
        responses: {
            /** @description The context with the new text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: string | null;
                        parts: {
                            /** @enum {string} */
                            kind: "system" | "tools" | "summaries" | "project" | "messages" | "calls" | "pictures";
                            tokens: number;
                        }[];
                        summaries: {
                            createdAt: number;
                            edited?: {
                                at: number;
                                by: {
                                    id: string;
                                    /** @enum {string} */
                                    kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                    name: string;
                                    userId: string | null;
                                };
                            };
                            inUse: boolean;
                            number: number;
                            replacedTokens: number;
                            text: string;
                        }[];
                        viewTokens: number;
                        windowTokens: number | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    trashConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is in the trash, and what ran in it is stopped. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConversationUsage: {
        parameters: {
            query?: {
                run?: string;
            };
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs count once they have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        runs: {
                            calls: {
                                agent?: string | null;
                                at: number;
                                costUsd: number | null;
                                model: string;
                                /** @enum {string} */
                                outcome: "finished" | "failed" | "stopped";
                                paidBy: ("person" | "server") | null;
                                /** @enum {string} */
                                purpose: "answer" | "summary" | "title" | "sub_agent";
                                usage: {
                                    cacheReadTokens: number;
                                    cacheWriteTokens: number;
                                    estimatedTokens?: number;
                                    inputTokens: number;
                                    outputTokens: number;
                                    reasoningTokens?: number;
                                };
                            }[] | null;
                            costUsd: number | null;
                            finishedAt: number;
                            model: string;
                            projectId: string;
                            runId: string;
                            usage: {
                                cacheReadTokens: number;
                                cacheWriteTokens: number;
                                estimatedTokens?: number;
                                inputTokens: number;
                                outputTokens: number;
                                reasoningTokens?: number;
                            };
                        }[];
                        total: {
                            costUsd: number;
                            runs: number;
                            unpricedRuns: number;
                            usage: {
                                cacheReadTokens: number;
                                cacheWriteTokens: number;
                                estimatedTokens?: number;
                                inputTokens: number;
                                outputTokens: number;
                                reasoningTokens?: number;
                            };
                        };
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestPairing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    client_id: "fairlead-relay";
                    /** @default  */
                    folder?: string;
                    host: string;
                    /** @default  */
                    platform?: string;
                };
            };
        };
        responses: {
            /** @description The codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        device_code: string;
                        expires_in: number;
                        interval: number;
                        user_code: string;
                        /** Format: uri */
                        verification_uri: string;
                        /** Format: uri */
                        verification_uri_complete: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeemPairing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    client_id: "fairlead-relay";
                    device_code: string;
                    /** @constant */
                    grant_type: "urn:ietf:params:oauth:grant-type:device_code";
                };
            };
        };
        responses: {
            /** @description Approved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        project_id: string;
                        project_name: string;
                        /** @constant */
                        token_type: "Bearer";
                    };
                };
            };
            /** @description Not approved, or not yet. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant";
                        error_description: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subprotocol fairlead.feed.v1. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: {
                            demo: boolean;
                            id: string;
                            provider: string;
                        };
                        /** @constant */
                        ok: true;
                        setupNeeded: boolean;
                        version: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description You are a member of the project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        outcome: "joined" | "raised" | "kept";
                        projectId: string;
                        /** @enum {string} */
                        role: "viewer" | "approver" | "editor" | "owner";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookAtInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Project, role and inviter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitedBy: string;
                        projectName: string;
                        /** @enum {string} */
                        role: "viewer" | "approver" | "editor";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the keys themselves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        canStore: boolean;
                        providers: {
                            host: string;
                            key: {
                                addedAt: number;
                                lastFour: string;
                            } | null;
                            listed?: {
                                models: number;
                                readAt: number;
                            };
                            /** @enum {string} */
                            provider: "anthropic" | "openai" | "gemini" | "openrouter" | "deepseek";
                            server: boolean;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description The provider has accepted the key, and it is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        host: string;
                        key: {
                            addedAt: number;
                            lastFour: string;
                        } | null;
                        listed?: {
                            models: number;
                            readAt: number;
                        };
                        /** @enum {string} */
                        provider: "anthropic" | "openai" | "gemini" | "openrouter" | "deepseek";
                        server: boolean;
                        title: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Runs use it for no further request. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLiveArena: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the key itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        arena: {
                            key: {
                                addedAt: number;
                                lastFour: string;
                            };
                            player: {
                                id: number;
                                name: string;
                            };
                            url: string;
                        } | null;
                        canStore: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putLiveArena: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                    /** @default https://www.modelwar.ai */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The arena has shown the player whose key it is, and it is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: {
                            addedAt: number;
                            lastFour: string;
                        };
                        player: {
                            id: number;
                            name: string;
                        };
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeLiveArena: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. The player stays in that arena. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLiveArenaPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Asked of the arena just now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        arena_losses: number;
                        arena_rating: number;
                        arena_ties: number;
                        arena_warrior: {
                            auto_join: boolean;
                            name: string;
                            redcode: string;
                            updated_at: string;
                        } | null;
                        arena_wins: number;
                        id: number;
                        losses: number;
                        name: string;
                        rating: number;
                        ties: number;
                        warrior: {
                            id: number;
                            name: string;
                            redcode: string;
                            updated_at: string;
                        } | null;
                        wins: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    finishMcpSignIn: {
        parameters: {
            query?: {
                code?: string;
                error?: string;
                iss?: string;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the MCP servers of the project. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        role: "owner" | "member" | "trial";
                        suspended?: string;
                        userId: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModelEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without their keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: {
                            key: {
                                lastFour: string;
                            } | null;
                            models: {
                                id: string;
                                windowTokens: number | null;
                            }[];
                            name: string;
                            readAt: number;
                            url: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putModelEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key?: string;
                    url: string;
                };
            };
        };
        responses: {
            /** @description It has listed its models, and is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: {
                            lastFour: string;
                        } | null;
                        models: {
                            id: string;
                            windowTokens: number | null;
                        }[];
                        name: string;
                        readAt: number;
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeModelEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Runs send it no further request. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshModelEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With the models that it lists now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: {
                            lastFour: string;
                        } | null;
                        models: {
                            id: string;
                            windowTokens: number | null;
                        }[];
                        name: string;
                        readAt: number;
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: {
                all?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The known models of each provider that the caller or the server has a key for, with what the caller has set of them where their own key or model server pays. Others of these providers can be chosen too, by their name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        models: {
                            efforts: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")[];
                            /** @constant */
                            favourite?: true;
                            isDefault: boolean;
                            listedAt?: number;
                            maxOutputTokens: number | null;
                            name: string;
                            /** @constant */
                            own?: true;
                            pictures: boolean;
                            price: {
                                cacheRead: number;
                                cacheWrite: number;
                                input: number;
                                long?: {
                                    aboveTokens: number;
                                    cacheRead: number;
                                    cacheWrite: number;
                                    input: number;
                                    output: number;
                                };
                                output: number;
                            } | null;
                            provider: string;
                            reasoning: boolean;
                            title: string;
                            tools: boolean;
                            usable: boolean;
                            webSearch: boolean;
                            windowTokens: number | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModelFacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With what you have set, and what is listed without it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        models: {
                            changedAt: number;
                            counts: boolean;
                            listed: {
                                efforts: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")[];
                                maxOutputTokens: number | null;
                                pictures: boolean;
                                price: {
                                    cacheRead: number;
                                    cacheWrite: number;
                                    input: number;
                                    long?: {
                                        aboveTokens: number;
                                        cacheRead: number;
                                        cacheWrite: number;
                                        input: number;
                                        output: number;
                                    };
                                    output: number;
                                } | null;
                                reasoning: boolean;
                                tools: boolean;
                                windowTokens: number | null;
                            };
                            name: string;
                            own: {
                                efforts?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")[];
                                maxOutputTokens?: number;
                                pictures?: boolean;
                                price?: {
                                    cacheRead?: number;
                                    cacheWrite?: number;
                                    input?: number;
                                    long?: {
                                        aboveTokens?: number;
                                        cacheRead?: number;
                                        cacheWrite?: number;
                                        input?: number;
                                        output?: number;
                                    };
                                    output?: number;
                                };
                                reasoning?: boolean;
                                tools?: boolean;
                                windowTokens?: number;
                            };
                            title: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putModelFacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    own: {
                        efforts?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")[];
                        maxOutputTokens?: number;
                        pictures?: boolean;
                        price?: {
                            cacheRead?: number;
                            cacheWrite?: number;
                            input?: number;
                            long?: {
                                aboveTokens?: number;
                                cacheRead?: number;
                                cacheWrite?: number;
                                input?: number;
                                output?: number;
                            };
                            output?: number;
                        };
                        reasoning?: boolean;
                        tools?: boolean;
                        windowTokens?: number;
                    };
                };
            };
        };
        responses: {
            /** @description They count in runs that begin from now on and that your own key or model server pays for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changedAt: number;
                        counts: boolean;
                        listed: {
                            efforts: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")[];
                            maxOutputTokens: number | null;
                            pictures: boolean;
                            price: {
                                cacheRead: number;
                                cacheWrite: number;
                                input: number;
                                long?: {
                                    aboveTokens: number;
                                    cacheRead: number;
                                    cacheWrite: number;
                                    input: number;
                                    output: number;
                                };
                                output: number;
                            } | null;
                            reasoning: boolean;
                            tools: boolean;
                            windowTokens: number | null;
                        };
                        name: string;
                        own: {
                            efforts?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")[];
                            maxOutputTokens?: number;
                            pictures?: boolean;
                            price?: {
                                cacheRead?: number;
                                cacheWrite?: number;
                                input?: number;
                                long?: {
                                    aboveTokens?: number;
                                    cacheRead?: number;
                                    cacheWrite?: number;
                                    input?: number;
                                    output?: number;
                                };
                                output?: number;
                            };
                            reasoning?: boolean;
                            tools?: boolean;
                            windowTokens?: number;
                        };
                        title: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeModelFacts: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Runs under way keep what they began with. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    markModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    favourite: boolean;
                    name: string;
                };
            };
        };
        responses: {
            /** @description The list of models has it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshModels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are offered to you from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        models: number;
                        readAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNeedsYou: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hundred most recently begun, at most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: {
                            conversationId: string;
                            projectId: string;
                            projectName: string;
                            runId: string;
                            title: string;
                        }[];
                        more: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeArenaPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key no longer works, and nothing of the player is shown. Repeat it until `isCleared`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        isCleared: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                search?: string;
                suspended?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        people: {
                            createdAt: number;
                            email: string | null;
                            id: string;
                            lately: {
                                costUsd: number;
                                runs: number;
                                tokens: number;
                            };
                            limits: {
                                [key: string]: number | null;
                            };
                            name: string;
                            plan: ("unlimited" | "free" | "team" | "trial") | null;
                            projects: number;
                            /** @enum {string} */
                            standing: "owner" | "member" | "trial";
                            suspended: {
                                reason: string;
                                since: number;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setQuotaOfPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    limits?: {
                        [key: string]: null | "plan" | number;
                    };
                    plan?: ("unlimited" | "free" | "team" | "trial") | null;
                };
            };
        };
        responses: {
            /** @description The plan and limits that are set now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        limits: {
                            [key: string]: number | null;
                        };
                        plan: ("unlimited" | "free" | "team" | "trial") | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suspendPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Everything is closed and stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stoppedRuns: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsuspendPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They may work again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllProjects: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                search?: string;
                suspended?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        projects: {
                            conversations: number;
                            createdAt: number;
                            id: string;
                            lately: {
                                costUsd: number;
                                runs: number;
                                tokens: number;
                            };
                            limits: {
                                [key: string]: number | null;
                            };
                            members: number;
                            name: string;
                            owners: string[];
                            plan: ("unlimited" | "free" | "team" | "trial") | null;
                            suspended: {
                                reason: string;
                                since: number;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setQuotaOfProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    limits?: {
                        [key: string]: null | "plan" | number;
                    };
                    plan?: ("unlimited" | "free" | "team" | "trial") | null;
                };
            };
        };
        responses: {
            /** @description The plan and limits that are set now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        limits: {
                            [key: string]: number | null;
                        };
                        plan: ("unlimited" | "free" | "team" | "trial") | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suspendProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Everything is closed and stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stoppedRuns: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unsuspendProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its members may work again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resealSecrets: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Repeat it with `nextCursor` until that is null. It may begin again at any time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        locked: {
                            id: string;
                            table: string;
                        }[];
                        nextCursor: string | null;
                        resealed: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPairing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The computer that asks to be paired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        createdAt: number;
                        expiresAt: number;
                        folder: string;
                        host: string;
                        place: string;
                        platform: string;
                        /** @enum {string} */
                        state: "pending" | "approved" | "denied";
                        userCode: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    denyPairing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Denied. The command says so, and ends. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of adding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkeys: {
                            backedUp: boolean;
                            createdAt: number;
                            id: string;
                            lastUsedAt: number | null;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    rawId: string;
                    response: {
                        attestationObject: string;
                        clientDataJSON: string;
                        transports?: string[];
                    };
                    /** @constant */
                    type: "public-key";
                };
            };
        };
        responses: {
            /** @description It signs you in from now on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        backedUp: boolean;
                        createdAt: number;
                        id: string;
                        lastUsedAt: number | null;
                        name: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: {
                lastWayIn?: "remove";
            };
            header?: never;
            path: {
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It no longer signs you in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The renamed passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        backedUp: boolean;
                        createdAt: number;
                        id: string;
                        lastUsedAt: number | null;
                        name: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For `navigator.credentials.create`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Most recently changed first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: {
                            budget?: {
                                costUsd?: number;
                                steps?: number;
                                tokens?: number;
                            };
                            conversationCount: number;
                            createdAt: number;
                            id: string;
                            lastUsedAt: number;
                            name: string;
                            /** @default 0 */
                            needsYouCount: number;
                            role: ("viewer" | "approver" | "editor" | "owner") | null;
                            suspended?: string;
                            updatedAt: number;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new project. You are its owner. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        conversationCount: number;
                        createdAt: number;
                        id: string;
                        lastUsedAt: number;
                        name: string;
                        /** @default 0 */
                        needsYouCount: number;
                        role: ("viewer" | "approver" | "editor" | "owner") | null;
                        suspended?: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        conversationCount: number;
                        createdAt: number;
                        id: string;
                        lastUsedAt: number;
                        name: string;
                        /** @default 0 */
                        needsYouCount: number;
                        role: ("viewer" | "approver" | "editor" | "owner") | null;
                        suspended?: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    budget?: {
                        costUsd?: number;
                        steps?: number;
                        tokens?: number;
                    } | null;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The updated project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        conversationCount: number;
                        createdAt: number;
                        id: string;
                        lastUsedAt: number;
                        name: string;
                        /** @default 0 */
                        needsYouCount: number;
                        role: ("viewer" | "approver" | "editor" | "owner") | null;
                        suspended?: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                by?: string;
                cursor?: string;
                event?: string;
                from?: number;
                limit?: number;
                refused?: "true" | "false";
                to?: number;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            address: string;
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                            };
                            createdAt: number;
                            detail: unknown;
                            event: string;
                            id: string;
                            projectId: string | null;
                            refused: string | null;
                            subject: string | null;
                            summary: string;
                            times: number;
                        }[];
                        events: {
                            event: string;
                            summary: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportAuditCsv: {
        parameters: {
            query?: {
                by?: string;
                event?: string;
                from?: number;
                refused?: "true" | "false";
                to?: number;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, 100,000 entries at most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportAuditLines: {
        parameters: {
            query?: {
                by?: string;
                event?: string;
                from?: number;
                refused?: "true" | "false";
                to?: number;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, 100,000 entries at most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAutomations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automations: {
                            budget: {
                                costUsd?: number;
                                steps?: number;
                                tokens?: number;
                            } | null;
                            /** @enum {string} */
                            concurrency: "queue" | "replace" | "skip";
                            condition: string | null;
                            /** @enum {string} */
                            conversation: "new" | "same";
                            conversationId: string | null;
                            createdAt: number;
                            createdBy: string;
                            enabled: boolean;
                            id: string;
                            lastDelivery: {
                                id: string;
                                receivedAt: number;
                                run: {
                                    id: string;
                                    /** @enum {string} */
                                    state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                                } | null;
                                verdict: ("begun" | "condition_not_met" | "condition_failed" | "disabled" | "busy" | "replaced" | "no_editor" | "loop" | "too_many" | "not_proven" | "failed") | null;
                            } | null;
                            /** @enum {string} */
                            mode: "ask" | "auto" | "read-only";
                            model: string | null;
                            name: string;
                            nextAt: number | null;
                            reportsOff: number;
                            template: string;
                            trigger: {
                                /** @constant */
                                kind: "webhook";
                                /** @enum {string} */
                                proof: "standard" | "github" | "bearer";
                            } | {
                                cron: string;
                                /** @constant */
                                kind: "schedule";
                                timeZone: string;
                            } | {
                                /** @enum {string} */
                                event: "run_failed" | "editor_connected" | "share_opened";
                                /** @constant */
                                kind: "event";
                            } | {
                                /** @constant */
                                kind: "button";
                            };
                            updatedAt: number;
                            url: string | null;
                            withoutEditor: ({
                                /** @constant */
                                kind: "wait";
                                minutes: number;
                            } | {
                                /** @constant */
                                kind: "fail";
                            } | {
                                /** @constant */
                                kind: "skip";
                            }) | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default null */
                    budget?: {
                        costUsd?: number;
                        steps?: number;
                        tokens?: number;
                    } | null;
                    /**
                     * @default queue
                     * @enum {string}
                     */
                    concurrency?: "queue" | "replace" | "skip";
                    /** @default null */
                    condition?: string | null;
                    /**
                     * @default new
                     * @enum {string}
                     */
                    conversation?: "new" | "same";
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @default auto
                     * @enum {string}
                     */
                    mode?: "ask" | "auto" | "read-only";
                    /** @default null */
                    model?: string | null;
                    name: string;
                    template: string;
                    trigger: {
                        /** @constant */
                        kind: "webhook";
                        /** @enum {string} */
                        proof: "standard" | "github" | "bearer";
                    } | {
                        cron: string;
                        /** @constant */
                        kind: "schedule";
                        timeZone: string;
                    } | {
                        /** @enum {string} */
                        event: "run_failed" | "editor_connected" | "share_opened";
                        /** @constant */
                        kind: "event";
                    } | {
                        /** @constant */
                        kind: "button";
                    };
                    /** @default null */
                    withoutEditor?: ({
                        /** @constant */
                        kind: "wait";
                        minutes: number;
                    } | {
                        /** @constant */
                        kind: "fail";
                    } | {
                        /** @constant */
                        kind: "skip";
                    }) | null;
                };
            };
        };
        responses: {
            /** @description The automation. The secret of its webhook is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        } | null;
                        /** @enum {string} */
                        concurrency: "queue" | "replace" | "skip";
                        condition: string | null;
                        /** @enum {string} */
                        conversation: "new" | "same";
                        conversationId: string | null;
                        createdAt: number;
                        createdBy: string;
                        enabled: boolean;
                        id: string;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        name: string;
                        nextAt: number | null;
                        reportsOff: number;
                        secret: string | null;
                        template: string;
                        trigger: {
                            /** @constant */
                            kind: "webhook";
                            /** @enum {string} */
                            proof: "standard" | "github" | "bearer";
                        } | {
                            cron: string;
                            /** @constant */
                            kind: "schedule";
                            timeZone: string;
                        } | {
                            /** @enum {string} */
                            event: "run_failed" | "editor_connected" | "share_opened";
                            /** @constant */
                            kind: "event";
                        } | {
                            /** @constant */
                            kind: "button";
                        };
                        updatedAt: number;
                        url: string | null;
                        withoutEditor: ({
                            /** @constant */
                            kind: "wait";
                            minutes: number;
                        } | {
                            /** @constant */
                            kind: "fail";
                        } | {
                            /** @constant */
                            kind: "skip";
                        }) | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        } | null;
                        /** @enum {string} */
                        concurrency: "queue" | "replace" | "skip";
                        condition: string | null;
                        /** @enum {string} */
                        conversation: "new" | "same";
                        conversationId: string | null;
                        createdAt: number;
                        createdBy: string;
                        enabled: boolean;
                        id: string;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        name: string;
                        nextAt: number | null;
                        reportsOff: number;
                        template: string;
                        trigger: {
                            /** @constant */
                            kind: "webhook";
                            /** @enum {string} */
                            proof: "standard" | "github" | "bearer";
                        } | {
                            cron: string;
                            /** @constant */
                            kind: "schedule";
                            timeZone: string;
                        } | {
                            /** @enum {string} */
                            event: "run_failed" | "editor_connected" | "share_opened";
                            /** @constant */
                            kind: "event";
                        } | {
                            /** @constant */
                            kind: "button";
                        };
                        updatedAt: number;
                        url: string | null;
                        withoutEditor: ({
                            /** @constant */
                            kind: "wait";
                            minutes: number;
                        } | {
                            /** @constant */
                            kind: "fail";
                        } | {
                            /** @constant */
                            kind: "skip";
                        }) | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries that wait begin no run. Its conversations stay, and active runs continue. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    budget?: {
                        costUsd?: number;
                        steps?: number;
                        tokens?: number;
                    } | null;
                    /** @enum {string} */
                    concurrency?: "queue" | "replace" | "skip";
                    condition?: string | null;
                    /** @enum {string} */
                    conversation?: "new" | "same";
                    enabled?: boolean;
                    /** @enum {string} */
                    mode?: "ask" | "auto" | "read-only";
                    model?: string | null;
                    name?: string;
                    template?: string;
                    trigger?: {
                        /** @constant */
                        kind: "webhook";
                        /** @enum {string} */
                        proof: "standard" | "github" | "bearer";
                    } | {
                        cron: string;
                        /** @constant */
                        kind: "schedule";
                        timeZone: string;
                    } | {
                        /** @enum {string} */
                        event: "run_failed" | "editor_connected" | "share_opened";
                        /** @constant */
                        kind: "event";
                    } | {
                        /** @constant */
                        kind: "button";
                    };
                    withoutEditor?: ({
                        /** @constant */
                        kind: "wait";
                        minutes: number;
                    } | {
                        /** @constant */
                        kind: "fail";
                    } | {
                        /** @constant */
                        kind: "skip";
                    }) | null;
                };
            };
        };
        responses: {
            /** @description The changed automation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        } | null;
                        /** @enum {string} */
                        concurrency: "queue" | "replace" | "skip";
                        condition: string | null;
                        /** @enum {string} */
                        conversation: "new" | "same";
                        conversationId: string | null;
                        createdAt: number;
                        createdBy: string;
                        enabled: boolean;
                        id: string;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        name: string;
                        nextAt: number | null;
                        reportsOff: number;
                        template: string;
                        trigger: {
                            /** @constant */
                            kind: "webhook";
                            /** @enum {string} */
                            proof: "standard" | "github" | "bearer";
                        } | {
                            cron: string;
                            /** @constant */
                            kind: "schedule";
                            timeZone: string;
                        } | {
                            /** @enum {string} */
                            event: "run_failed" | "editor_connected" | "share_opened";
                            /** @constant */
                            kind: "event";
                        } | {
                            /** @constant */
                            kind: "button";
                        };
                        updatedAt: number;
                        url: string | null;
                        withoutEditor: ({
                            /** @constant */
                            kind: "wait";
                            minutes: number;
                        } | {
                            /** @constant */
                            kind: "fail";
                        } | {
                            /** @constant */
                            kind: "skip";
                        }) | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, without payloads; those that wait are the first ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            address: string;
                            askedBy: string | null;
                            conversationId: string | null;
                            deliveryId: string;
                            depth: number;
                            error: string | null;
                            id: string;
                            missed: number;
                            payloadBytes: number;
                            receivedAt: number;
                            replayOf: string | null;
                            run: {
                                id: string;
                                /** @enum {string} */
                                state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            } | null;
                            scheduledAt: number | null;
                            /** @enum {string} */
                            source: "webhook" | "schedule" | "event" | "button" | "replay";
                            verdict: ("begun" | "condition_not_met" | "condition_failed" | "disabled" | "busy" | "replaced" | "no_editor" | "loop" | "too_many" | "not_proven" | "failed") | null;
                            waitsFor: {
                                /** @enum {string} */
                                for: "run" | "editor";
                                until: number | null;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                deliveryId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        askedBy: string | null;
                        conversationId: string | null;
                        deliveryId: string;
                        depth: number;
                        error: string | null;
                        headers: {
                            [key: string]: string;
                        };
                        id: string;
                        missed: number;
                        payload: string;
                        payloadBytes: number;
                        receivedAt: number;
                        replayOf: string | null;
                        run: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                        } | null;
                        scheduledAt: number | null;
                        /** @enum {string} */
                        source: "webhook" | "schedule" | "event" | "button" | "replay";
                        verdict: ("begun" | "condition_not_met" | "condition_failed" | "disabled" | "busy" | "replaced" | "no_editor" | "loop" | "too_many" | "not_proven" | "failed") | null;
                        waitsFor: {
                            /** @enum {string} */
                            for: "run" | "editor";
                            until: number | null;
                        } | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                deliveryId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery, which names this one. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reports: {
                            createdAt: number;
                            enabled: boolean;
                            id: string;
                            off: {
                                at: number;
                                reason: string;
                            } | null;
                            outcomes: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused")[];
                            target: {
                                /** @constant */
                                kind: "webhook";
                                /** Format: uri */
                                url: string;
                            } | {
                                /** @constant */
                                kind: "slack";
                            } | {
                                /**
                                 * Format: uri
                                 * @default https://api.github.com
                                 */
                                api: string;
                                /** @constant */
                                kind: "github";
                                make: {
                                    /** @constant */
                                    as: "status";
                                    context: string;
                                    sha: string;
                                } | {
                                    /** @constant */
                                    as: "check";
                                    name: string;
                                    sha: string;
                                } | {
                                    /** @constant */
                                    as: "comment";
                                    issue: number | string;
                                } | {
                                    /** @constant */
                                    as: "issue";
                                    title: string;
                                };
                                repository: string;
                            } | {
                                /** @constant */
                                kind: "mail";
                                userId: string;
                            };
                            to: string;
                            updatedAt: number;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @default [
                     *       "completed",
                     *       "failed",
                     *       "refused"
                     *     ]
                     */
                    outcomes?: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused")[];
                    /** @default null */
                    secret?: string | null;
                    target: {
                        /** @constant */
                        kind: "webhook";
                        /** Format: uri */
                        url: string;
                    } | {
                        /** @constant */
                        kind: "slack";
                    } | {
                        /**
                         * Format: uri
                         * @default https://api.github.com
                         */
                        api?: string;
                        /** @constant */
                        kind: "github";
                        make: {
                            /** @constant */
                            as: "status";
                            context: string;
                            sha: string;
                        } | {
                            /** @constant */
                            as: "check";
                            name: string;
                            sha: string;
                        } | {
                            /** @constant */
                            as: "comment";
                            issue: number | string;
                        } | {
                            /** @constant */
                            as: "issue";
                            title: string;
                        };
                        repository: string;
                    } | {
                        /** @constant */
                        kind: "mail";
                        userId: string;
                    };
                };
            };
        };
        responses: {
            /** @description The report. The secret of a webhook is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        enabled: boolean;
                        id: string;
                        off: {
                            at: number;
                            reason: string;
                        } | null;
                        outcomes: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused")[];
                        secret: string | null;
                        target: {
                            /** @constant */
                            kind: "webhook";
                            /** Format: uri */
                            url: string;
                        } | {
                            /** @constant */
                            kind: "slack";
                        } | {
                            /**
                             * Format: uri
                             * @default https://api.github.com
                             */
                            api: string;
                            /** @constant */
                            kind: "github";
                            make: {
                                /** @constant */
                                as: "status";
                                context: string;
                                sha: string;
                            } | {
                                /** @constant */
                                as: "check";
                                name: string;
                                sha: string;
                            } | {
                                /** @constant */
                                as: "comment";
                                issue: number | string;
                            } | {
                                /** @constant */
                                as: "issue";
                                title: string;
                            };
                            repository: string;
                        } | {
                            /** @constant */
                            kind: "mail";
                            userId: string;
                        };
                        to: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages that wait are not sent. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
                reportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    outcomes?: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused")[];
                    secret?: string | null;
                    target?: {
                        /** @constant */
                        kind: "webhook";
                        /** Format: uri */
                        url: string;
                    } | {
                        /** @constant */
                        kind: "slack";
                    } | {
                        /**
                         * Format: uri
                         * @default https://api.github.com
                         */
                        api?: string;
                        /** @constant */
                        kind: "github";
                        make: {
                            /** @constant */
                            as: "status";
                            context: string;
                            sha: string;
                        } | {
                            /** @constant */
                            as: "check";
                            name: string;
                            sha: string;
                        } | {
                            /** @constant */
                            as: "comment";
                            issue: number | string;
                        } | {
                            /** @constant */
                            as: "issue";
                            title: string;
                        };
                        repository: string;
                    } | {
                        /** @constant */
                        kind: "mail";
                        userId: string;
                    };
                };
            };
        };
        responses: {
            /** @description The changed report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        enabled: boolean;
                        id: string;
                        off: {
                            at: number;
                            reason: string;
                        } | null;
                        outcomes: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused")[];
                        target: {
                            /** @constant */
                            kind: "webhook";
                            /** Format: uri */
                            url: string;
                        } | {
                            /** @constant */
                            kind: "slack";
                        } | {
                            /**
                             * Format: uri
                             * @default https://api.github.com
                             */
                            api: string;
                            /** @constant */
                            kind: "github";
                            make: {
                                /** @constant */
                                as: "status";
                                context: string;
                                sha: string;
                            } | {
                                /** @constant */
                                as: "check";
                                name: string;
                                sha: string;
                            } | {
                                /** @constant */
                                as: "comment";
                                issue: number | string;
                            } | {
                                /** @constant */
                                as: "issue";
                                title: string;
                            };
                            repository: string;
                        } | {
                            /** @constant */
                            kind: "mail";
                            userId: string;
                        };
                        to: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReportAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: {
                            at: number;
                            deliveryId: string | null;
                            error: string | null;
                            messageId: string;
                            ms: number;
                            nextAt: number | null;
                            outcome: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused") | null;
                            status: number | null;
                            /** @enum {string} */
                            verdict: "delivered" | "retried" | "refused" | "given_up";
                        }[];
                        waiting: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceReportSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, shown only once. Messages are signed with it at once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
                reportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it was delivered; it is not sent again. On GitHub, a test reads the repository and makes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: number;
                        deliveryId: string | null;
                        error: string | null;
                        messageId: string;
                        ms: number;
                        nextAt: number | null;
                        outcome: ("begun" | "completed" | "failed" | "cancelled" | "skipped" | "refused") | null;
                        status: number | null;
                        /** @enum {string} */
                        verdict: "delivered" | "retried" | "refused" | "given_up";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceAutomationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, shown only once. The old one ends at once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    draft?: {
                        condition: string | null;
                        template: string;
                    };
                    /** @default null */
                    event?: string | null;
                    /** @default {} */
                    payload?: unknown;
                    /** @default false */
                    run?: boolean;
                };
            };
        };
        responses: {
            /** @description The effect that a delivery like this would have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: string | null;
                        met: boolean;
                        prompt: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setProjectBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    unknownStops: boolean;
                    usdPerDay: number | null;
                    usdPerMonth: number | null;
                };
            };
        };
        responses: {
            /** @description The budget, with what is spent of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: {
                            unknownStops: boolean;
                            usdPerDay: number | null;
                            usdPerMonth: number | null;
                        };
                        day: {
                            endsAt: number;
                            spentUsd: number;
                            unpricedCalls: number;
                        };
                        month: {
                            endsAt: number;
                            spentUsd: number;
                            unpricedCalls: number;
                        };
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 200, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            by: {
                                id: string;
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string;
                            };
                            conversationId: string | null;
                            createdAt: number;
                            id: string;
                            subject: string | null;
                            /** @enum {string} */
                            what: "title" | "mode" | "model" | "effort" | "budget" | "name" | "role" | "grant" | "share" | "automation";
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUnityProjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                relayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those of Unity Hub, and linked folders; as the relay found them now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        editors: string[];
                        problems: string[];
                        projects: {
                            canOpen: boolean;
                            editorKey: string;
                            /** @enum {string} */
                            folder: "project" | "missing" | "other";
                            id: string;
                            lastOpened: number | null;
                            /** @enum {string} */
                            linked: "here" | "other" | "no";
                            name: string;
                            /** @enum {string} */
                            open: "open" | "closed" | "unclear";
                            /** @enum {string} */
                            package: "installed" | "absent" | "unknown";
                            path: string;
                            version: string | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setUpUnityProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                relayId: string;
                unityProjectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    step: "link" | "install" | "open";
                };
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: {
                            canOpen: boolean;
                            editorKey: string;
                            /** @enum {string} */
                            folder: "project" | "missing" | "other";
                            id: string;
                            lastOpened: number | null;
                            /** @enum {string} */
                            linked: "here" | "other" | "no";
                            name: string;
                            /** @enum {string} */
                            open: "open" | "closed" | "unclear";
                            /** @enum {string} */
                            package: "installed" | "absent" | "unknown";
                            path: string;
                            version: string | null;
                        };
                        said: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                cursor?: string;
                folder?: string;
                in?: "list" | "archive" | "trash";
                limit?: number;
                q?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pinned ones first, then the most recently changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: {
                            /** @constant */
                            archived?: true;
                            branchedFrom?: {
                                conversationId: string | null;
                                messageId: string;
                            };
                            budget?: {
                                costUsd?: number;
                                steps?: number;
                                tokens?: number;
                            };
                            createdAt: number;
                            /** @enum {string} */
                            effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                            erasedAt?: number;
                            folder?: string;
                            found?: {
                                messageId: string;
                                /** @enum {string} */
                                role: "user" | "assistant";
                                snippet: {
                                    /** @constant */
                                    found?: true;
                                    text: string;
                                }[];
                            };
                            id: string;
                            lastRun: {
                                id: string;
                                /** @enum {string} */
                                state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                                /** @enum {string} */
                                verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                            } | null;
                            /** @enum {string} */
                            mode: "ask" | "auto" | "read-only";
                            model: string | null;
                            /** @constant */
                            pinned?: true;
                            projectId: string;
                            title: string;
                            /** @enum {string} */
                            titleSource: "default" | "auto" | "user";
                            updatedAt: number;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    budget?: {
                        costUsd?: number;
                        steps?: number;
                        tokens?: number;
                    };
                    /** @enum {string} */
                    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                    /** @enum {string} */
                    mode?: "ask" | "auto" | "read-only";
                    model?: string;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description The new conversation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    copyConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    conversationId: string;
                    requestId: string;
                };
            };
        };
        responses: {
            /** @description The copy that this request has made before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The copy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFolders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name, a hundred at most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        folders: {
                            conversations: number;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The permissions, by tool and action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        grants: {
                            action: string;
                            createdAt: number;
                            createdBy: {
                                name: string;
                                userId: string;
                            };
                            id: string;
                            means?: string;
                            subject?: string;
                            tool: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grantId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. The next such call needs approval. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, without their links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: {
                            createdAt: number;
                            email: string | null;
                            expiresAt: number;
                            id: string;
                            invitedBy: {
                                name: string;
                                userId: string;
                            };
                            maxUses: number;
                            /** @enum {string} */
                            role: "viewer" | "approver" | "editor";
                            uses: number;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string;
                    /** @default 168 */
                    expiresInHours?: number;
                    /** @default 1 */
                    maxUses?: number;
                    /** @enum {string} */
                    role: "viewer" | "approver" | "editor";
                };
            };
        };
        responses: {
            /** @description The link. It is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        email: string | null;
                        expiresAt: number;
                        id: string;
                        invitedBy: {
                            name: string;
                            userId: string;
                        };
                        mailed: boolean;
                        maxUses: number;
                        /** @enum {string} */
                        role: "viewer" | "approver" | "editor";
                        url: string;
                        uses: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation can no longer be accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    leaveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your open pages of it are closed at once. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMcpServers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @default [] */
                        desk: {
                            computer: string;
                            leftOut: number;
                            name: string;
                            reason?: string;
                            /** @enum {string} */
                            state: "idle" | "running" | "failed";
                            tools: number;
                        }[];
                        servers: {
                            createdAt: number;
                            enabled: boolean;
                            error: {
                                at: number;
                                reason: string;
                            } | null;
                            headerNames: string[];
                            id: string;
                            leftOut: {
                                name: string;
                                reason: string;
                            }[];
                            name: string;
                            readAt: number | null;
                            revision: string | null;
                            /** @enum {string} */
                            risk: "read" | "write" | "destructive";
                            signedIn: boolean;
                            /** @enum {string} */
                            state: "new" | "ready" | "sign_in" | "failed";
                            tools: {
                                chosen: boolean;
                                description: string;
                                hint: ("read" | "destructive") | null;
                                name: string;
                                /** @enum {string} */
                                risk: "read" | "write" | "destructive";
                                title: string;
                            }[];
                            updatedAt: number;
                            url: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                    name: string;
                    /**
                     * @default write
                     * @enum {string}
                     */
                    risk?: "read" | "write" | "destructive";
                    /** Format: uri */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The server, after it was asked for its tools. A failure is in its state. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        enabled: boolean;
                        error: {
                            at: number;
                            reason: string;
                        } | null;
                        headerNames: string[];
                        id: string;
                        leftOut: {
                            name: string;
                            reason: string;
                        }[];
                        name: string;
                        readAt: number | null;
                        revision: string | null;
                        /** @enum {string} */
                        risk: "read" | "write" | "destructive";
                        signedIn: boolean;
                        /** @enum {string} */
                        state: "new" | "ready" | "sign_in" | "failed";
                        tools: {
                            chosen: boolean;
                            description: string;
                            hint: ("read" | "destructive") | null;
                            name: string;
                            /** @enum {string} */
                            risk: "read" | "write" | "destructive";
                            title: string;
                        }[];
                        updatedAt: number;
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                serverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed with its secrets. The next call of a tool of it fails. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                serverId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    headers?: {
                        [key: string]: string;
                    };
                    name?: string;
                    /** @enum {string} */
                    risk?: "read" | "write" | "destructive";
                    toolRisks?: {
                        [key: string]: ("read" | "write" | "destructive") | null;
                    };
                    /** Format: uri */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The changed server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        enabled: boolean;
                        error: {
                            at: number;
                            reason: string;
                        } | null;
                        headerNames: string[];
                        id: string;
                        leftOut: {
                            name: string;
                            reason: string;
                        }[];
                        name: string;
                        readAt: number | null;
                        revision: string | null;
                        /** @enum {string} */
                        risk: "read" | "write" | "destructive";
                        signedIn: boolean;
                        /** @enum {string} */
                        state: "new" | "ready" | "sign_in" | "failed";
                        tools: {
                            chosen: boolean;
                            description: string;
                            hint: ("read" | "destructive") | null;
                            name: string;
                            /** @enum {string} */
                            risk: "read" | "write" | "destructive";
                            title: string;
                        }[];
                        updatedAt: number;
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                serverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A failure is in its state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        enabled: boolean;
                        error: {
                            at: number;
                            reason: string;
                        } | null;
                        headerNames: string[];
                        id: string;
                        leftOut: {
                            name: string;
                            reason: string;
                        }[];
                        name: string;
                        readAt: number | null;
                        revision: string | null;
                        /** @enum {string} */
                        risk: "read" | "write" | "destructive";
                        signedIn: boolean;
                        /** @enum {string} */
                        state: "new" | "ready" | "sign_in" | "failed";
                        tools: {
                            chosen: boolean;
                            description: string;
                            hint: ("read" | "destructive") | null;
                            name: string;
                            /** @enum {string} */
                            risk: "read" | "write" | "destructive";
                            title: string;
                        }[];
                        updatedAt: number;
                        url: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInAtMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                serverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the browser goes next. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        server: {
                            createdAt: number;
                            enabled: boolean;
                            error: {
                                at: number;
                                reason: string;
                            } | null;
                            headerNames: string[];
                            id: string;
                            leftOut: {
                                name: string;
                                reason: string;
                            }[];
                            name: string;
                            readAt: number | null;
                            revision: string | null;
                            /** @enum {string} */
                            risk: "read" | "write" | "destructive";
                            signedIn: boolean;
                            /** @enum {string} */
                            state: "new" | "ready" | "sign_in" | "failed";
                            tools: {
                                chosen: boolean;
                                description: string;
                                hint: ("read" | "destructive") | null;
                                name: string;
                                /** @enum {string} */
                                risk: "read" | "write" | "destructive";
                                title: string;
                            }[];
                            updatedAt: number;
                            url: string;
                        };
                        url: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With their roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            joinedAt: number;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "approver" | "editor" | "owner";
                            userId: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their open connections are closed at once. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "viewer" | "approver" | "editor" | "owner";
                };
            };
        };
        responses: {
            /** @description Their open connections use the new role at once. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    transferOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default editor
                     * @enum {string}
                     */
                    ownRole?: "viewer" | "approver" | "editor";
                };
            };
        };
        responses: {
            /** @description Both roles have changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approvePairing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approved. The computer's next poll gets its token. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    connectRelay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subprotocol fairlead.relay.v2. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOwnRelayToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        label: string;
                        projectId: string;
                        projectName: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeOwnRelayToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRelayTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the tokens themselves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: {
                            createdAt: number;
                            id: string;
                            label: string;
                            lastUsedAt: number | null;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRelayToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                };
            };
        };
        responses: {
            /** @description The token. It is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        id: string;
                        label: string;
                        lastUsedAt: number | null;
                        token: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeRelayToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subprotocol fairlead.viewer.v1. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScheduleTimes: {
        parameters: {
            query: {
                cron: string;
                timeZone: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Fewer than five if it has fewer. A schedule that is not valid is refused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        times: number[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Including those whose relay is offline or gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        seats: {
                            connected: boolean;
                            seat: {
                                backgroundCommands?: number;
                                editorKey: string;
                                /** @enum {string} */
                                folderKind?: "unity" | "plain";
                                name: string;
                                outside?: {
                                    detail?: string;
                                    dialog?: {
                                        answerable: boolean;
                                        buttons: string[];
                                        id: string;
                                        /** @constant */
                                        picture?: true;
                                        text?: string;
                                        title: string;
                                    };
                                    errorCount?: number;
                                    errors?: {
                                        code: string;
                                        column: number;
                                        file: string;
                                        line: number;
                                        message: string;
                                        /** @constant */
                                        severity: "error";
                                    }[];
                                    /** @constant */
                                    pending?: true;
                                    since: number;
                                    /** @enum {string} */
                                    state: "not_running" | "starting" | "importing" | "compiling" | "compile_errors" | "safe_mode" | "dialog" | "crashed" | "unlicensed" | "no_package" | "not_connected";
                                };
                                /** @enum {string} */
                                phase: "ready" | "importing" | "compiling" | "reloading" | "playing" | "modal" | "busy" | "gone";
                                phaseDetail?: string;
                                phaseSince: number;
                                process?: {
                                    connSeq: number;
                                    /**
                                     * @default unity
                                     * @enum {string}
                                     */
                                    kind: "unity" | "simulator" | "dotnet";
                                    pid: number;
                                    pluginVersion: string;
                                    productGuid: string;
                                    sessionId: string;
                                    unityVersion: string;
                                };
                                projectPath: string;
                            };
                        }[];
                        target: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgetSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                editorKey: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. If its relay comes back, so does the folder. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                editorKey: string;
                handle: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended, with all that it started; or it had ended before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        exitCode: number | null;
                        line: string;
                        /** @enum {string} */
                        state: "running" | "exited" | "timed_out" | "too_much_output" | "ended";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerDialog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                editorKey: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    button: string;
                    dialogId: string;
                };
            };
        };
        responses: {
            /** @description Pressed. Never in another dialog than the one that `dialogId` names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        closed: boolean;
                        pressed: string;
                        title: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readDialogPicture: {
        parameters: {
            query: {
                dialogId: string;
            };
            header?: never;
            path: {
                editorKey: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture of that window alone, as it is now. It is stored nowhere. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, including those that no longer work, without their tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shares: {
                            conversationId: string | null;
                            createdAt: number;
                            createdBy: {
                                name: string;
                                userId: string;
                            };
                            expiresAt: number | null;
                            exports: boolean;
                            id: string;
                            label: string;
                            lastUsedAt: number | null;
                            makerMayShare: boolean;
                            revokedAt: number | null;
                            /** @enum {string} */
                            role: "viewer" | "approver" | "editor";
                            scene: boolean;
                            signInRequired: boolean;
                            title: string | null;
                            usesLeft: number | null;
                            visits: number;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    conversationId?: string;
                    expiresInMs?: number;
                    /** @default false */
                    exports?: boolean;
                    /** @default  */
                    label?: string;
                    /**
                     * @default viewer
                     * @enum {string}
                     */
                    role?: "viewer" | "approver" | "editor";
                    /** @default false */
                    scene?: boolean;
                    /** @default false */
                    signInRequired?: boolean;
                    uses?: number;
                };
            };
        };
        responses: {
            /** @description The link. Its address is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversationId: string | null;
                        createdAt: number;
                        createdBy: {
                            name: string;
                            userId: string;
                        };
                        expiresAt: number | null;
                        exports: boolean;
                        id: string;
                        label: string;
                        lastUsedAt: number | null;
                        makerMayShare: boolean;
                        revokedAt: number | null;
                        /** @enum {string} */
                        role: "viewer" | "approver" | "editor";
                        scene: boolean;
                        signInRequired: boolean;
                        title: string | null;
                        url: string;
                        usesLeft: number | null;
                        visits: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its visitors' connections are closed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        archived?: true;
                        branchedFrom?: {
                            conversationId: string | null;
                            messageId: string;
                        };
                        budget?: {
                            costUsd?: number;
                            steps?: number;
                            tokens?: number;
                        };
                        createdAt: number;
                        /** @enum {string} */
                        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                        erasedAt?: number;
                        folder?: string;
                        id: string;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "waiting_approval" | "waiting_editor" | "waiting_retry" | "completed" | "failed" | "cancelled";
                            /** @enum {string} */
                            verdict?: "denied" | "effect_unknown" | "compile_errors" | "tests_failed";
                        } | null;
                        /** @enum {string} */
                        mode: "ask" | "auto" | "read-only";
                        model: string | null;
                        /** @constant */
                        pinned?: true;
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        titleSource: "default" | "auto" | "user";
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSearchKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the keys themselves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        canStore: boolean;
                        services: {
                            checkIsSearch: boolean;
                            host: string;
                            key: {
                                addedAt: number;
                                lastFour: string;
                            } | null;
                            /** @enum {string} */
                            service: "brave" | "tavily";
                            title: string;
                            used: boolean;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSearchKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description The service has accepted the key. It is stored, and your runs search with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checkIsSearch: boolean;
                        host: string;
                        key: {
                            addedAt: number;
                            lastFour: string;
                        } | null;
                        /** @enum {string} */
                        service: "brave" | "tavily";
                        title: string;
                        used: boolean;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeSearchKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. No further search of your runs uses it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            client: string | null;
                            createdAt: number;
                            current: boolean;
                            expiresAt: number;
                            id: string;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out there. Its open pages are closed at once. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getShareTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As far as it is told before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counted: boolean;
                        /** @enum {string} */
                        of: "conversation" | "project";
                        opened: boolean;
                        /** @enum {string} */
                        role: "viewer" | "approver" | "editor";
                        signInRequired: boolean;
                        title: string | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visit. A cookie for this link only carries its rights from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversationId: string | null;
                        expiresAt: number | null;
                        exports: boolean;
                        member: boolean;
                        name: string;
                        projectId: string;
                        /** @enum {string} */
                        role: "viewer" | "approver" | "editor";
                        scene: boolean;
                        shareId: string;
                        title: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSkills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without instructions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skills: {
                            description: string;
                            name: string;
                            updatedAt: number;
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skillName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With its instructions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description: string;
                        instructions: string;
                        name: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skillName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description: string;
                    instructions: string;
                };
            };
        };
        responses: {
            /** @description Runs that you begin now are offered it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description: string;
                        instructions: string;
                        name: string;
                        updatedAt: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                skillName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Runs are no longer offered it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the tokens themselves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: {
                            createdAt: number;
                            expiresAt: number | null;
                            id: string;
                            label: string;
                            lastUsedAt: number | null;
                            scopes: string[];
                        }[];
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expiresInDays: number | null;
                    label: string;
                    scopes: ("projects:read" | "projects:write" | "editor:read" | "editor:call" | "conversations:read" | "conversations:write" | "runs:start" | "runs:approve" | "usage:read")[];
                };
            };
        };
        responses: {
            /** @description The token. It is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        createdAt: number;
                        expiresAt: number | null;
                        id: string;
                        label: string;
                        lastUsedAt: number | null;
                        scopes: string[];
                        token: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All-time totals and the newest runs: everybody’s where you are an owner, else your own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        costUsd: number;
                        recent: {
                            costUsd: number | null;
                            finishedAt: number;
                            model: string;
                            projectId: string;
                            runId: string;
                            usage: {
                                cacheReadTokens: number;
                                cacheWriteTokens: number;
                                estimatedTokens?: number;
                                inputTokens: number;
                                outputTokens: number;
                                reasoningTokens?: number;
                            };
                        }[];
                        runs: number;
                        totals: {
                            cacheReadTokens: number;
                            cacheWriteTokens: number;
                            estimatedTokens?: number;
                            inputTokens: number;
                            outputTokens: number;
                            reasoningTokens?: number;
                        };
                        unpricedRuns: number;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setBudget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    unknownStops: boolean;
                    usdPerDay: number | null;
                    usdPerMonth: number | null;
                };
            };
        };
        responses: {
            /** @description The budget, with what is spent of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: {
                            unknownStops: boolean;
                            usdPerDay: number | null;
                            usdPerMonth: number | null;
                        };
                        day: {
                            endsAt: number;
                            spentUsd: number;
                            unpricedCalls: number;
                        };
                        month: {
                            endsAt: number;
                            spentUsd: number;
                            unpricedCalls: number;
                        };
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBudgets: {
        parameters: {
            query?: {
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Days and months are those of UTC. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        person: {
                            budget: {
                                unknownStops: boolean;
                                usdPerDay: number | null;
                                usdPerMonth: number | null;
                            };
                            day: {
                                endsAt: number;
                                spentUsd: number;
                                unpricedCalls: number;
                            };
                            month: {
                                endsAt: number;
                                spentUsd: number;
                                unpricedCalls: number;
                            };
                        };
                        project: {
                            budget: {
                                unknownStops: boolean;
                                usdPerDay: number | null;
                                usdPerMonth: number | null;
                            };
                            day: {
                                endsAt: number;
                                spentUsd: number;
                                unpricedCalls: number;
                            };
                            month: {
                                endsAt: number;
                                spentUsd: number;
                                unpricedCalls: number;
                            };
                        } | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsageByDay: {
        parameters: {
            query?: {
                days?: number;
                model?: string;
                person?: string;
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Days are those of UTC. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            costUsd: number;
                            day: string;
                            runs: number;
                            unpricedRuns: number;
                            usage: {
                                cacheReadTokens: number;
                                cacheWriteTokens: number;
                                estimatedTokens?: number;
                                inputTokens: number;
                                outputTokens: number;
                                reasoningTokens?: number;
                            };
                        }[];
                        from: string;
                        more: boolean;
                        rows: {
                            by: {
                                /** @enum {string} */
                                kind: "session" | "relay" | "token" | "share" | "webhook" | "schedule" | "mcp" | "system" | "operator";
                                name: string | null;
                                userId: string | null;
                            };
                            costUsd: number;
                            day: string;
                            model: string;
                            projectId: string;
                            runs: number;
                            unpricedRuns: number;
                            usage: {
                                cacheReadTokens: number;
                                cacheWriteTokens: number;
                                estimatedTokens?: number;
                                inputTokens: number;
                                outputTokens: number;
                                reasoningTokens?: number;
                            };
                        }[];
                        to: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsageLimits: {
        parameters: {
            query?: {
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No quotas: there are no limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        person: {
                            /** @enum {string} */
                            plan: "unlimited" | "free" | "team" | "trial";
                            quotas: {
                                /** @enum {string} */
                                limit: "runs_per_day" | "runs_per_month" | "runs" | "model_tokens_per_month" | "server_key_usd_per_day" | "server_key_usd_per_month" | "server_key_tokens_per_day" | "server_key_tokens_per_month" | "projects" | "api_tokens" | "storage_mb" | "viewers" | "relays";
                                max: number;
                                resetsAt: number | null;
                                used: number | null;
                            }[];
                        };
                        project: {
                            /** @enum {string} */
                            plan: "unlimited" | "free" | "team" | "trial";
                            quotas: {
                                /** @enum {string} */
                                limit: "runs_per_day" | "runs_per_month" | "runs" | "model_tokens_per_month" | "server_key_usd_per_day" | "server_key_usd_per_month" | "server_key_tokens_per_day" | "server_key_tokens_per_month" | "projects" | "api_tokens" | "storage_mb" | "viewers" | "relays";
                                max: number;
                                resetsAt: number | null;
                                used: number | null;
                            }[];
                        } | null;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                automationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored; the work begins after this answer. The same delivery again gets the same answer, and runs once. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mcp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON-RPC: one answer, or a stream of events with progress and the answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description JSON-RPC error: not a valid request. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description JSON-RPC error: there is no such method. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Accept JSON and event streams. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Send JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMcpClientDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A Client ID Metadata Document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        client_uri: string;
                        grant_types: string[];
                        redirect_uris: string[];
                        response_types: string[];
                        /** @constant */
                        token_endpoint_auth_method: "none";
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerMcpClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_name: string;
                        grant_types: string[];
                        redirect_uris: string[];
                        response_types: string[];
                        /** @constant */
                        token_endpoint_auth_method: "none";
                    };
                };
            };
            /** @description Not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeMcpToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Also if there was no such token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMcpTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    client_id?: string;
                    code?: string;
                    code_verifier?: string;
                    grant_type: string;
                    redirect_uri?: string;
                    refresh_token?: string;
                    resource?: string;
                };
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        expires_in: number;
                        refresh_token: string;
                        scope: string;
                        /** @constant */
                        token_type: "Bearer";
                    };
                };
            };
            /** @description Not granted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description: string;
                    };
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readShare: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page without scripts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openShareByForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Opened: to the page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page without scripts. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSharedConversation: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: never;
            path: {
                conversationId: string;
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page without scripts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page without scripts. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSharedPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                blobId: string;
                conversationId: string;
                key: string;
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The error, and the next thing to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

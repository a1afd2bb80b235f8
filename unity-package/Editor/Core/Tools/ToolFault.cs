#nullable enable
using System;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>Thrown by a tool to end its call with an error.</summary>
    public sealed class ToolFault : Exception
    {
        /// <summary>The call ends with this error.</summary>
        public ToolFault(CallError error)
            : base(error.Message)
        {
            Error = error;
        }

        /// <summary>The call ends with this error.</summary>
        public ToolFault(CallErrorCode code, string message, string? hint = null, JToken? data = null)
            : this(new CallError(code, message, hint, data))
        {
        }

        /// <summary>The error for the caller.</summary>
        public CallError Error { get; }
    }
}

#nullable enable
using System;
using Fairlead.Core;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Values
{
    /// <summary>A value that does not fit its property; the message is a sentence with the expected shape.</summary>
    internal sealed class ValueMismatch : Exception
    {
        private const int MaxShown = 60;

        /// <param name="message">What was expected, and what came.</param>
        /// <param name="cause">The whole error of a search that found nothing; null: there was none.</param>
        internal ValueMismatch(string message, ToolFault? cause = null)
            : base(message, cause)
        {
        }

        /// <param name="shape">E.g. <c>a number, e.g. 1.5</c>.</param>
        /// <param name="got">What came instead.</param>
        internal static ValueMismatch Expected(string shape, JToken got)
        {
            var json = got.ToString(Formatting.None);
            return new ValueMismatch($"Expected {shape}; got {(json.Length > MaxShown ? json.Substring(0, MaxShown - 3) + "…" : json)}.");
        }
    }
}

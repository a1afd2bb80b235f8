#nullable enable
using System.Collections.Generic;
using System.Globalization;
using Fairlead.Core;

namespace Fairlead.Editor.Queries
{
    /// <summary>Pages of a list; a cursor is the index at which the next page begins.</summary>
    internal readonly struct Pages<T>
    {
        private Pages(List<T> shown, string? nextCursor)
        {
            Shown = shown;
            NextCursor = nextCursor;
        }

        internal List<T> Shown { get; }

        /// <summary>The cursor of the next page; null if this is the last one.</summary>
        internal string? NextCursor { get; }

        /// <exception cref="ToolFault"><c>invalid_arguments</c>: it is not a cursor.</exception>
        internal static Pages<T> Of(List<T> items, int limit, string? cursor)
        {
            var start = 0;
            if (cursor != null && !(cursor.StartsWith("o", System.StringComparison.Ordinal)
                && int.TryParse(cursor.Substring(1), NumberStyles.None, CultureInfo.InvariantCulture, out start)))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{cursor}\" is not a cursor of this query.",
                    "Use nextCursor from the previous page, or omit it to start over.");
            start = System.Math.Min(start, items.Count);
            var count = System.Math.Min(limit, items.Count - start);
            var end = start + count;
            return new Pages<T>(items.GetRange(start, count), end < items.Count ? "o" + end.ToString(CultureInfo.InvariantCulture) : null);
        }
    }
}

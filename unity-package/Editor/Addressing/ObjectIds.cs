#nullable enable
using System.Globalization;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Addressing
{
    /// <summary>
    /// Ids of objects as they travel: decimal text, because an EntityId fills 64 bits and JavaScript holds 53.
    /// Which API has the number depends on the Unity version; never an id's ToString.
    /// </summary>
    internal static class ObjectIds
    {
        /// <summary>The id of a living object.</summary>
        internal static string Of(Object obj)
        {
#if UNITY_6000_4_OR_NEWER
            return EntityId.ToULong(obj.GetEntityId()).ToString(CultureInfo.InvariantCulture);
#else
            return obj.GetInstanceID().ToString(CultureInfo.InvariantCulture);
#endif
        }

        /// <summary>Returns null if no living object has the id, or the text is not an id.</summary>
        internal static Object? Find(string id)
        {
#if UNITY_6000_4_OR_NEWER
            if (!ulong.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || number == 0) return null;
            var found = EditorUtility.EntityIdToObject(EntityId.FromULong(number));
#elif UNITY_6000_3_OR_NEWER
            if (!int.TryParse(id, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) || number == 0) return null;
            var found = EditorUtility.EntityIdToObject(number);
#else
            if (!int.TryParse(id, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) || number == 0) return null;
            var found = EditorUtility.InstanceIDToObject(number);
#endif
            return found != null ? found : null;
        }

        /// <summary>Whether a text can only be meant as an id.</summary>
        internal static bool LooksLikeId(string text)
        {
            if (text.Length == 0) return false;
            for (var i = text[0] == '-' ? 1 : 0; i < text.Length; i++)
                if (text[i] < '0' || text[i] > '9') return false;
            return text != "-";
        }
    }
}

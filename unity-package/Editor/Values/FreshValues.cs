#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Values
{
    /// <summary>The values of a component that was just added to an empty object, to leave them out where nobody changed them.</summary>
    internal static class FreshValues
    {
        /// <summary>
        /// Looked at once in each mode: adding a script runs its Reset and OnValidate, which may write to the console. Null if a fresh
        /// one cannot be made.
        /// </summary>
        private static readonly Dictionary<(Type Type, bool IsPlaying), JObject?> Known =
            new Dictionary<(Type Type, bool IsPlaying), JObject?>();

        /// <summary>The properties whose values differ from a fresh component's.</summary>
        internal static JObject Changed(Component component)
        {
            var shown = ComponentValues.Show(component);
            var key = (component.GetType(), EditorApplication.isPlaying);
            if (!Known.TryGetValue(key, out var fresh)) Known.Add(key, fresh = Make(component.GetType()));
            if (fresh == null) return shown;
            foreach (var property in fresh.Properties())
                if (JToken.DeepEquals(property.Value, shown[property.Name])) shown.Remove(property.Name);
            return shown;
        }

        private static JObject? Make(Type type)
        {
            // A RectTransform takes the place of the Transform.
            var transform = typeof(Transform).IsAssignableFrom(type) ? new[] { type } : Array.Empty<Type>();
            var owner = EditorUtility.CreateGameObjectWithHideFlags("Fairlead Values", HideFlags.HideAndDontSave, transform);
            try
            {
                // Neither Awake nor OnEnable runs on it.
                owner.SetActive(false);
                var made = owner.GetComponent(type);
                if (made == null && CanStandAlone(type, new HashSet<Type>())) made = owner.AddComponent(type);
                return made == null ? null : ComponentValues.Show(made);
            }
            finally
            {
                Object.DestroyImmediate(owner);
            }
        }

        /// <summary>Unity cannot choose a Collider for a script that requires any of them, and would say so in the console.</summary>
        /// <param name="type">To be added.</param>
        /// <param name="seen">Types that are looked at already: two may require each other.</param>
        private static bool CanStandAlone(Type type, HashSet<Type> seen)
        {
            if (!seen.Add(type)) return true;
            if (!ComponentTypes.IsAddable(type)) return false;
            foreach (var attribute in type.GetCustomAttributes<RequireComponent>(true))
                foreach (var required in new[] { attribute.m_Type0, attribute.m_Type1, attribute.m_Type2 })
                    if (required != null && !CanStandAlone(required, seen)) return false;
            return true;
        }
    }
}

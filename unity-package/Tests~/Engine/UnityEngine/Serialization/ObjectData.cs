using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public interface ISerializationCallbackReceiver
    {
        void OnBeforeSerialize();
        void OnAfterDeserialize();
    }
}

namespace UnityEngine.Serialization
{
    /// <summary>Reads an object's saved fields into a <see cref="DataTree"/> and writes them back, by Unity's rules.</summary>
    internal static class ObjectData
    {
        /// <summary>Values nested deeper are left out: a class that holds itself by value would not end.</summary>
        private const int MaxDepth = 10;

        internal static DataMap Read(Object target)
        {
            (target as ISerializationCallbackReceiver)?.OnBeforeSerialize();
            return ReadFields(target, 0);
        }

        /// <summary>Names that the object does not have are skipped; those that the data does not have keep their value.</summary>
        internal static void Write(Object target, DataMap data)
        {
            WriteFields(target, data, 0);
            (target as ISerializationCallbackReceiver)?.OnAfterDeserialize();
        }

        /// <summary>The values of the fields that both have, except whose component it is.</summary>
        internal static void Copy(Object from, Object to)
        {
            var owner = (to as Component)?.Owner;
            Write(to, Read(from));
            if (to is Component component) component.Owner = owner;
        }

        private static DataMap ReadFields(object target, int depth)
        {
            var map = new DataMap();
            foreach (var field in SerializedLayout.Of(target.GetType()))
                if (field.IsManagedReference || depth < MaxDepth || SerializedLayout.IsPrimitive(field.Type))
                    map[field.Name] = field.IsManagedReference ? ReadManagedField(field, target, depth)
                        : ReadValue(field.Type, field.Field.GetValue(target), depth);
            return map;
        }

        private static object ReadManagedField(SerializedField field, object target, int depth)
        {
            var value = field.Field.GetValue(target);
            if (SerializedLayout.ElementOf(field.Type) == null) return ReadManaged(value, depth);
            return new DataList(((IEnumerable)value ?? Array.Empty<object>()).Cast<object>().Select(item => ReadManaged(item, depth)));
        }

        private static object ReadManaged(object value, int depth)
        {
            if (value == null || depth >= MaxDepth) return new ManagedReference("", new DataMap());
            var type = value.GetType();
            return new ManagedReference($"{type.Assembly.GetName().Name} {type.FullName}", ReadFields(value, depth + 1));
        }

        internal static object ReadValue(Type type, object value, int depth = 0)
        {
            if (type == typeof(string)) return value ?? "";
            if (type.IsPrimitive) return value;
            if (type.IsEnum) return Convert.ChangeType(value, Enum.GetUnderlyingType(type), CultureInfo.InvariantCulture);
            if (typeof(Object).IsAssignableFrom(type)) return new ObjectReference((Object)value);
            if (SerializedLayout.ElementOf(type) is { } element)
                return new DataList(((IEnumerable)value ?? Array.Empty<object>()).Cast<object>()
                    .Select(item => ReadValue(element, item, depth + 1)));
            value ??= Create(type);
            return value == null ? new DataMap() : ReadFields(value, depth + 1);
        }

        private static void WriteFields(object target, DataMap data, int depth)
        {
            foreach (var field in SerializedLayout.Of(target.GetType()))
            {
                if (!data.TryGet(field.Name, out var value) && !field.FormerNames.Any(name => data.TryGet(name, out value))) continue;
                var made = field.IsManagedReference ? WriteManagedField(field.Type, value, depth)
                    : WriteValue(field.Type, value, field.Field.GetValue(target), depth);
                field.Field.SetValue(target, made);
            }
        }

        private static object WriteManagedField(Type type, object value, int depth)
        {
            if (SerializedLayout.ElementOf(type) is not { } element) return WriteManaged(value, type, depth);
            return MakeList(type, element, ((DataList)value).Select(item => WriteManaged(item, element, depth)).ToList());
        }

        private static object WriteManaged(object value, Type declared, int depth)
        {
            if (value is not ManagedReference { TypeName: { Length: > 0 } name } managed) return null;
            if (FindType(name, declared) is not { } type || !declared.IsAssignableFrom(type) || Create(type) is not { } made) return null;
            WriteFields(made, managed.Data, depth + 1);
            return made;
        }

        /// <summary>
        /// A type by "Assembly Full.Name"; looked for first where the field's own type lives, which is the current domain's.
        /// </summary>
        internal static Type FindType(string typeName, Type near)
        {
            var space = typeName.IndexOf(' ');
            var (assembly, name) = (typeName.Substring(0, space), typeName.Substring(space + 1));
            if (near.Assembly.GetName().Name == assembly && near.Assembly.GetType(name) is { } found) return found;
            return ScriptDomain.Searched()
                .Where(candidate => candidate.GetName().Name == assembly)
                .Select(candidate => candidate.GetType(name))
                .FirstOrDefault(type => type != null && near.IsAssignableFrom(type));
        }

        internal static object WriteValue(Type type, object value, object current = null, int depth = 0)
        {
            if (type == typeof(string)) return value as string ?? "";
            if (type.IsPrimitive) return ToPrimitive(type, value, current);
            if (type.IsEnum) return Enum.ToObject(type, ToPrimitive(Enum.GetUnderlyingType(type), value, null));
            if (typeof(Object).IsAssignableFrom(type))
            {
                // A destroyed object stays in the field: undo may bring it back.
                var found = value is ObjectReference { Id: not 0 } reference ? ObjectTable.FindAny(reference.Id) : null;
                return type.IsInstanceOfType(found) ? found : null;
            }
            if (SerializedLayout.ElementOf(type) is { } element)
                return value is DataList list
                    ? MakeList(type, element, list.Select(item => WriteValue(element, item, null, depth + 1)).ToList())
                    : current;
            if (value is not DataMap map) return current;
            var made = current ?? Create(type);
            if (made == null) return null;
            if (!type.IsValueType && current != null) made = Create(type) ?? current;
            WriteFields(made, map, depth + 1);
            return made;
        }

        private static object ToPrimitive(Type type, object value, object current)
        {
            if (value == null || value is DataMap or DataList) return current ?? Activator.CreateInstance(type);
            if (type.IsInstanceOfType(value)) return value;
            if (type == typeof(float)) return Convert.ToSingle(value, CultureInfo.InvariantCulture);
            if (type == typeof(double)) return Convert.ToDouble(value, CultureInfo.InvariantCulture);
            if (type == typeof(bool)) return Convert.ToDouble(value, CultureInfo.InvariantCulture) != 0;
            if (type == typeof(char)) return (char)Convert.ToInt32(value, CultureInfo.InvariantCulture);
            if (type == typeof(ulong) && value is long negative && negative < 0) return unchecked((ulong)negative);
            return Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
        }

        private static object MakeList(Type type, Type element, List<object> items)
        {
            var array = Array.CreateInstance(element, items.Count);
            for (var i = 0; i < items.Count; i++) array.SetValue(items[i], i);
            return type.IsArray ? array : Activator.CreateInstance(type, array);
        }

        /// <summary>Returns null where the type has no constructor without parameters.</summary>
        internal static object Create(Type type)
        {
            try
            {
                return Activator.CreateInstance(type, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null, null,
                    null);
            }
            catch (Exception e) when (e is MissingMethodException || e is TargetInvocationException || e is MemberAccessException)
            {
                return null;
            }
        }
    }
}

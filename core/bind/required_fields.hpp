// Plain structs as Python classes whose constructor wants every field, by name. So a setting has
// one default, in Python, and one that is forgotten on either side is an error.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

namespace tengen {

template <typename Struct, typename Value>
struct Field {
    const char* name;
    Value Struct::* member;
};

template <typename Struct, typename Value>
Field(const char*, Value Struct::*) -> Field<Struct, Value>;

struct AnyValue {
    template <typename Value>
    operator Value() const;
};

// The fields in the order of the struct: keyword-only arguments and read-only properties.
template <typename Struct, typename... Values>
void bind_required_fields(nanobind::class_<Struct>& python_class,
                          const Field<Struct, Values>&... fields) {
    static_assert(
        requires(Values... values) { Struct{std::move(values)...}; } &&
            !requires(Values... values) { Struct{std::move(values)..., AnyValue{}}; },
        "every field of the struct must be listed");
    python_class.def(
        "__init__", [](Struct* self, Values... values) { new (self) Struct{std::move(values)...}; },
        nanobind::kw_only(), nanobind::arg(fields.name)...);
    (python_class.def_ro(fields.name, fields.member), ...);
}

}  // namespace tengen
